import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdownTable } from '../../spec/markdown.ts'
import { ownVersion } from '../../spec/own-version.ts'
import { violations } from './violations/index.ts'
import { atOnce } from './at-once.ts'
import { detect } from './detect.ts'
import { lawfulServices } from './lawful.ts'
import { operators } from './operators/index.ts'
import { inThreads } from './in-threads.ts'
import { nameOf } from './operators/operator.ts'
import { progressBar } from './progress-bar.ts'
import { isPerfect, writeProof } from './write-proof.ts'

const HELP = `npm run proof [-- --only TEXT | --operators TEXT]

Proves the contract suite: that it reports every violation on its clause, blames no lawful service, and reads the choices
of a service rightly. Writes contract-tests/PROOF.md. Exit code 1 where a figure is under 100 %.

  --only TEXT       only the violations of a clause, or with the text in their names; writes nothing
  --operators TEXT  the changes that are generated from the document, with the text in their names: those that the suite
                    misses, or lays at another door, by name, and how many there are of each kind; writes nothing
`

const WORKERS = 3
const PROOF = join(import.meta.dirname, '../PROOF.md')

// The tools beside ours rest on packages that Node has warnings about.
process.removeAllListeners('warning')

const { values } = parseArgs({
  options: { only: { type: 'string' }, operators: { type: 'string' }, help: { type: 'boolean' } },
})
if (values.help === true) process.stdout.write(HELP)
else if (values.operators !== undefined) process.exitCode = await tryOperators(values.operators)
else process.exitCode = values.only === undefined ? await proveAll() : await proveSome(values.only)

async function proveAll(): Promise<number> {
  const services = lawfulServices()
  const bar = progressBar(violations.length + services.length, process.stderr)
  const told = await inThreads('violations', [...violations.keys()], bar)
  const detections = violations.map((violation, at) => ({ violation, ...given(told[at]) }))
  const judged = await inThreads('lawful', [...services.keys()], bar)
  const judgements = services.map((lawful, at) => ({ lawful, ...given(judged[at]) }))
  const proof = { version: ownVersion(), detections, judgements }
  const text = writeProof(proof)
  await writeFile(PROOF, text)
  process.stdout.write(`${text.slice(text.indexOf('| measure'), text.indexOf('## All violations')).trim()}\n`)
  return isPerfect(proof) ? 0 : 1
}

async function proveSome(only: string): Promise<number> {
  const chosen = violations.filter(
    ({ name, breaks }) => name.includes(only) || breaks.some((id) => id === only),
  )
  if (chosen.length === 0) {
    process.stderr.write(`No violation breaks ${only} or has it in its name\n`)
    return 2
  }
  const detections = await atOnce(chosen, WORKERS, detect, () => undefined)
  for (const { violation, broken, isRight, faults } of detections) {
    const reported = [...broken, ...faults].join(', ') || 'nothing'
    process.stdout.write(
      `${isRight ? '✓' : '✗'} ${violation.breaks.join(', ')}  ${violation.name}: reported ${reported}\n`,
    )
  }
  return detections.every(({ isRight }) => isRight) ? 0 : 1
}

async function tryOperators(text: string): Promise<number> {
  const chosen = operators.filter((operator) => nameOf(operator).includes(text))
  const numbers = chosen.map((operator) => operators.indexOf(operator))
  const told = await inThreads('operators', numbers, progressBar(chosen.length, process.stderr))
  const verdicts = chosen.map((operator, at) => ({ operator, ...given(told[at]) }))
  const wrong = verdicts.filter(({ outcome }) => outcome === 'missed' || outcome === 'astray')
  for (const { operator, reported, faults, outcome } of wrong) {
    const told = [...reported, ...faults].join(', ') || 'nothing'
    process.stdout.write(
      `${outcome} (${operator.sees})  ${nameOf(operator)}: reported ${told}, may break ${operator.may.join(', ') || 'nothing'}\n`,
    )
  }
  const outcomes = ['right', 'missed', 'astray', 'no occasion'] as const
  const rows = Object.entries(Object.groupBy(verdicts, ({ operator }) => operator.sees)).map(
    ([sees, ofKind]) => [
      sees,
      ...outcomes.map((outcome) => ofKind.filter((one) => one.outcome === outcome).length),
    ],
  )
  process.stdout.write(`\n${markdownTable(['seen by', ...outcomes], rows)}\n`)
  return wrong.length === 0 ? 0 : 1
}

function given<Told>(told: Told | undefined): Told {
  if (told === undefined) throw new Error('a thread told nothing')
  return told
}
