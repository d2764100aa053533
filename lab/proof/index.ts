import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prove } from './prove.ts'
import { isProved } from './measures.ts'
import { summarize, writeProof } from './write-proof.ts'
import { tryOver } from './try-over.ts'
import { tryOperators, trySome } from './try-some.ts'

const HELP = `npm run lab -- proof [--all] [--laid N] [--only TEXT | --operators TEXT | --held-back] [--over NAME]

Proves the contract suite: that it reports every violation on its clause, blames no lawful service, and reads the choices
of a service rightly; with a sample of the operators, and of what is laid over strangers; the tools beside ours are asked about
one service in ten. Exit code 1 where a figure is too low.

  --all             all of them, and writes docs/PROOF.md: most of an hour, which may be interrupted; what
                    was judged is kept for as long as no source changes
  --laid N          so many violations and operators each over each stranger: by default 10 without --all, and all with it
  --only TEXT       only the violations of a clause, or with the text in their names; writes nothing
  --operators TEXT  the changes that are generated from the document, with the text in their names: those that the suite
                    misses, or lays at another door, by name, and how many there are of each kind; writes nothing
  --held-back       the same of the tenth of them that is kept out of sight while the suite is mended
  --over NAME       lays what --only and --operators choose over a stranger instead, or over all of them (all); writes nothing
`

const PROOF = join(import.meta.dirname, '../../docs/PROOF.md')

// The tools beside ours rest on packages that Node has warnings about.
process.removeAllListeners('warning')

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    laid: { type: 'string' },
    only: { type: 'string' },
    operators: { type: 'string' },
    'held-back': { type: 'boolean', default: false },
    over: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(HELP)
else process.exitCode = await wanted()

function wanted(): Promise<number> {
  const { only, operators, 'held-back': heldBack, over } = values
  if (over !== undefined) return tryOver(over, { violation: only, operator: operators })
  if (operators !== undefined || heldBack) return tryOperators(operators ?? '', heldBack)
  return only === undefined ? proveAll(values.all) : trySome(only)
}

async function proveAll(isAll: boolean): Promise<number> {
  const laid = values.laid === undefined ? undefined : Number(values.laid)
  const proof = await prove(isAll, laid, process.stderr)
  if (isAll) await writeFile(PROOF, writeProof(proof))
  process.stdout.write(summarize(proof))
  return isProved(proof) ? 0 : 1
}
