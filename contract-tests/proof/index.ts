import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ownVersion } from '../../spec/own-version.ts'
import { violations } from './violations/index.ts'
import { lawfulServices } from './lawful.ts'
import { progressBar } from './progress-bar.ts'
import { Threads } from './threads.ts'
import { tryOperators, trySome } from './try-some.ts'
import { isPerfect, missesOf, writeProof } from './write-proof.ts'

const HELP = `npm run proof [-- --check | --only TEXT | --operators TEXT | --held-back]

Proves the contract suite: that it reports every violation on its clause, blames no lawful service, and reads the choices
of a service rightly. Writes contract-tests/PROOF.md. Exit code 1 where a figure is under 100 %.

  --check           the same, but that nothing is written and the tools beside ours are asked about one service in ten
  --only TEXT       only the violations of a clause, or with the text in their names; writes nothing
  --operators TEXT  the changes that are generated from the document, with the text in their names: those that the suite
                    misses, or lays at another door, by name, and how many there are of each kind; writes nothing
  --held-back       the same of the tenth of them that is kept out of sight while the suite is mended
`

const PROOF = join(import.meta.dirname, '../PROOF.md')

// The tools beside ours rest on packages that Node has warnings about.
process.removeAllListeners('warning')

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    only: { type: 'string' },
    operators: { type: 'string' },
    'held-back': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(HELP)
else process.exitCode = await wanted()

function wanted(): Promise<number> {
  const { check, only, operators, 'held-back': heldBack } = values
  if (operators !== undefined || heldBack) return tryOperators(operators ?? '', heldBack)
  return only === undefined ? proveAll(!check) : trySome(only)
}

/** `writes` is whether PROOF.md is written, which compares with other tools. Resolves with the exit code. */
async function proveAll(writes: boolean): Promise<number> {
  const compares = (at: number): boolean => writes || at % 10 === 0
  const services = lawfulServices()
  const bar = progressBar(violations.length + services.length, process.stderr)
  await using threads = new Threads()
  const counting = async <Told>(telling: Promise<Told>): Promise<Told> => {
    const told = await telling
    bar()
    return told
  }
  const [detections, judgements] = await Promise.all([
    Promise.all(
      violations.map(async (violation, at) => ({
        violation,
        ...(await counting(threads.ask('violation', { at, compares: compares(at) }))),
      })),
    ),
    Promise.all(
      services.map(async (lawful, at) => ({
        lawful,
        ...(await counting(threads.ask('lawful', { service: lawful, compares: compares(at) }))),
      })),
    ),
  ])
  const proof = { version: ownVersion(), detections, judgements }
  const text = writeProof(proof)
  if (writes) await writeFile(PROOF, text)
  const end = text.indexOf(writes ? '## All violations' : '## Detection')
  process.stdout.write(`${text.slice(text.indexOf('| measure'), end).trim()}\n`)
  if (isPerfect(proof)) return 0
  if (!writes) process.stdout.write(missesOf(proof))
  return 1
}
