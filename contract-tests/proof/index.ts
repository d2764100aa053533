import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ownVersion } from '../../spec/own-version.ts'
import { violations } from './violations/index.ts'
import { lawfulServices } from './lawful.ts'
import { progressBar } from './progress-bar.ts'
import { Threads } from './threads.ts'
import { tryOperators, trySome } from './try-some.ts'
import { isPerfect, writeProof } from './write-proof.ts'

const HELP = `npm run proof [-- --only TEXT | --operators TEXT | --held-back]

Proves the contract suite: that it reports every violation on its clause, blames no lawful service, and reads the choices
of a service rightly. Writes contract-tests/PROOF.md. Exit code 1 where a figure is under 100 %.

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
    only: { type: 'string' },
    operators: { type: 'string' },
    'held-back': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(HELP)
else process.exitCode = await wanted()

function wanted(): Promise<number> {
  const { only, operators, 'held-back': heldBack } = values
  if (operators !== undefined || heldBack) return tryOperators(operators ?? '', heldBack)
  return only === undefined ? proveAll() : trySome(only)
}

async function proveAll(): Promise<number> {
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
        ...(await counting(threads.ask('violation', at))),
      })),
    ),
    Promise.all(
      services.map(async (lawful) => ({ lawful, ...(await counting(threads.ask('lawful', lawful))) })),
    ),
  ])
  const proof = { version: ownVersion(), detections, judgements }
  const text = writeProof(proof)
  await writeFile(PROOF, text)
  process.stdout.write(`${text.slice(text.indexOf('| measure'), text.indexOf('## All violations')).trim()}\n`)
  return isPerfect(proof) ? 0 : 1
}
