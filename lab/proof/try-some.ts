// Some violations or operators, by name, for writing them or correcting the suite. Writes no file.
import type { ClauseId } from '../../spec/clauses.ts'
import { markdownTable } from '../../spec/markdown.ts'
import { atOnce } from './at-once.ts'
import { detect, isDetected } from './detect.ts'
import { isRightElsewhere, type ElsewhereDetection } from './detect-elsewhere.ts'
import { type OperatorVerdict, type RunKind, runKinds } from './judge-operator.ts'
import { isHeldBack, operators } from './operators/index.ts'
import { nameOf } from './operators/operator.ts'
import { progressBar } from './progress-bar.ts'
import { Threads } from './threads.ts'
import { violations } from './violations/index.ts'

const WORKERS = 3

/** Judges the violations of a clause, or with a text in their names. Resolves with the exit code. */
export async function trySome(only: string): Promise<number> {
  const chosen = violations.filter(
    ({ name, breaks }) => name.includes(only) || breaks.some((id) => id === only),
  )
  if (chosen.length === 0) {
    process.stderr.write(`No violation has "${only}" in its name, and none breaks a clause with that id\n`)
    return 2
  }
  const detections = await atOnce(chosen, WORKERS, detect, () => undefined)
  for (const { violation, elsewhere, ...onMock } of detections) {
    const isRight = isRightElsewhere(elsewhere)
    const line = describeDetection(violation.name, violation.breaks, onMock, onMock.isRight)
    const second = describeDetection('the same on another service', elsewhere.due, elsewhere, isRight)
    process.stdout.write(isRight ? line : line + second)
  }
  return detections.every(isDetected) ? 0 : 1
}

function describeDetection(
  name: string,
  due: readonly ClauseId[],
  { broken, faults }: Pick<ElsewhereDetection, 'broken' | 'faults'>,
  isRight: boolean,
): string {
  const reported = [...broken, ...faults].join(', ') || 'nothing'
  return `${isRight ? '✓' : '✗'} ${due.join(', ') || 'nothing'}  ${name}: reported ${reported}\n`
}

/** Judges the operators with a text in their names: those held back, or all others. Resolves with the exit code. */
export async function tryOperators(text: string, heldBack: boolean): Promise<number> {
  const chosen = [...operators.entries()].filter(
    ([, operator]) => nameOf(operator).includes(text) && isHeldBack(operator) === heldBack,
  )
  if (chosen.length === 0) {
    process.stderr.write(`No operator ${heldBack ? 'that is held back ' : ''}has "${text}" in its name\n`)
    return 2
  }
  await using threads = new Threads()
  const step = progressBar(chosen.length, process.stderr)
  const verdicts = await Promise.all(
    chosen.map(async ([at, operator]): Promise<OperatorVerdict> => {
      const result = await threads.run({ job: 'operator', input: { at } })
      step()
      return { operator, ...result }
    }),
  )
  const wrong = verdicts.filter(({ outcome }) => outcome === 'missed' || outcome === 'wrong clause')
  for (const verdict of wrong) process.stdout.write(`${describeVerdict(verdict)}\n`)
  const [certain, byChance] = [false, true].map((chance) =>
    verdicts.filter(({ operator }) => operator.isByChance === chance),
  )
  process.stdout.write(
    `\n${outcomeTable('always', certain ?? [])}\n\n${outcomeTable('by chance', byChance ?? [])}\n`,
  )
  return wrong.every(({ operator }) => operator.isByChance) ? 0 : 1
}

function describeVerdict({ operator, outcome, run, reported, faults }: OperatorVerdict): string {
  const actual = [...reported, ...faults].join(', ') || 'nothing'
  const mayBreak = operator.mayBreak.join(', ') || 'nothing'
  return `${outcome} (${run})  ${nameOf(operator)}: reported ${actual}, may break ${mayBreak}`
}

const outcomes = ['right', 'missed', 'wrong clause', 'nothing changed'] as const

function outcomeTable(title: string, verdicts: readonly OperatorVerdict[]): string {
  const rows = runKinds.map((run: RunKind) => [
    run,
    ...outcomes.map((outcome) => verdicts.filter((one) => one.run === run && one.outcome === outcome).length),
  ])
  return markdownTable([title, ...outcomes], rows)
}
