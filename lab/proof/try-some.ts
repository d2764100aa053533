// What whoever writes violations or mends the suite looks at: some of them, by name. Writes nothing.
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

/** The violations of a clause, or with a text in their names. Resolves with the exit code. */
export async function trySome(only: string): Promise<number> {
  const chosen = violations.filter(
    ({ name, breaks }) => name.includes(only) || breaks.some((id) => id === only),
  )
  if (chosen.length === 0) {
    process.stderr.write(`No violation breaks ${only} or has it in its name\n`)
    return 2
  }
  const detections = await atOnce(chosen, WORKERS, detect, () => undefined)
  for (const { violation, elsewhere, ...onMock } of detections) {
    const said = lineOfViolation(violation.name, violation.breaks, onMock, onMock.isRight)
    const isRight = isRightElsewhere(elsewhere)
    const saidElsewhere = lineOfViolation('the same elsewhere', elsewhere.due, elsewhere, isRight)
    process.stdout.write(isRight ? said : said + saidElsewhere)
  }
  return detections.every(isDetected) ? 0 : 1
}

function lineOfViolation(
  name: string,
  due: readonly ClauseId[],
  { broken, faults }: Pick<ElsewhereDetection, 'broken' | 'faults'>,
  isRight: boolean,
): string {
  const reported = [...broken, ...faults].join(', ') || 'nothing'
  return `${isRight ? '✓' : '✗'} ${due.join(', ') || 'nothing'}  ${name}: reported ${reported}\n`
}

/** The operators with a text in their names, those held back or all others. Resolves with the exit code. */
export async function tryOperators(text: string, heldBack: boolean): Promise<number> {
  const chosen = [...operators.entries()].filter(
    ([, operator]) => nameOf(operator).includes(text) && isHeldBack(operator) === heldBack,
  )
  if (chosen.length === 0) {
    process.stderr.write(`No operator has ${text} in its name\n`)
    return 2
  }
  await using threads = new Threads()
  const step = progressBar(chosen.length, process.stderr)
  const verdicts = await Promise.all(
    chosen.map(async ([at, operator]): Promise<OperatorVerdict> => {
      const told = await threads.ask('operator', { at })
      step()
      return { operator, ...told }
    }),
  )
  const wrong = verdicts.filter(({ outcome }) => outcome === 'missed' || outcome === 'astray')
  for (const verdict of wrong) process.stdout.write(`${lineOf(verdict)}\n`)
  const [certain, byChance] = [false, true].map((chance) =>
    verdicts.filter(({ operator }) => operator.isByChance === chance),
  )
  process.stdout.write(`\n${tableOf('always', certain ?? [])}\n\n${tableOf('by chance', byChance ?? [])}\n`)
  return wrong.every(({ operator }) => operator.isByChance) ? 0 : 1
}

function lineOf({ operator, outcome, run, reported, faults }: OperatorVerdict): string {
  const told = [...reported, ...faults].join(', ') || 'nothing'
  const may = operator.may.join(', ') || 'nothing'
  return `${outcome} (${run})  ${nameOf(operator)}: reported ${told}, may break ${may}`
}

const outcomes = ['right', 'missed', 'astray', 'no occasion'] as const

function tableOf(title: string, verdicts: readonly OperatorVerdict[]): string {
  const rows = runKinds.map((run: RunKind) => [
    run,
    ...outcomes.map((outcome) => verdicts.filter((one) => one.run === run && one.outcome === outcome).length),
  ])
  return markdownTable([title, ...outcomes], rows)
}
