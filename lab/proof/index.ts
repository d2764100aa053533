import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prove } from './prove.ts'
import { isProved } from './measures.ts'
import { summarize, writeProof } from './write-proof.ts'
import { tryOver } from './try-over.ts'
import { trySituated } from './try-situated.ts'
import { tryOperators, trySome } from './try-some.ts'

const HELP = `npm run lab -- proof [--all] [--laid N] [--only TEXT | --operators TEXT | --situations TEXT] [--held-back] [--over NAME]

Proves the contract suite. The suite has to report each violation on its clause, blame no service that conforms, and read
from a service how it settles what the document leaves open. Without flags this takes some three minutes: all violations
and all conforming services, with samples of the operators and of what is laid over strangers. The other tools (Prism and
Dredd) judge one service in ten. Exit code 0 where every figure is high enough, 1 where one is too low, 2 where nothing is
chosen.

  violation  a service that breaks one promise, by hand (lab/proof/violations/)
  operator   a change of a service that is generated from the document (lab/proof/operators/)
  situation  an operator that acts only after or beside another request, for some values, for one key (lab/proof/situations/)
  stranger   a service that others wrote from the document alone (lab/proof/strangers/)

  --all             everything, not samples; writes docs/PROOF.md. Takes most of an hour. It may be interrupted: the next
                    run uses the results that there are, as long as no source has changed
  --laid N          lays N violations and N operators over each stranger; by default 10, and all of them with --all
  --only TEXT       judges the violations of the clause TEXT, or with TEXT in their names
  --operators TEXT  judges the operators with TEXT in their names, prints those that the suite misses or reports on a wrong
                    clause, and counts the rest
  --situations TEXT the same for changes that are made in one situation only: after or beside another request, of the second
                    key, of some values; lists also the situations that no run leads to
  --held-back       with either of them: the tenth that nobody looks at while the suite is corrected; alone: of the operators
  --over NAME       lays what --only and --operators choose over this stranger instead, or over every one (all)
`

const PROOF = join(import.meta.dirname, '../../docs/PROOF.md')

// Node warns about packages that the other tools need.
process.removeAllListeners('warning')

interface Flags {
  readonly all: boolean
  readonly laid?: number | undefined
  readonly only?: string | undefined
  readonly operators?: string | undefined
  readonly situations?: string | undefined
  readonly heldBack: boolean
  readonly over?: string | undefined
  readonly help: boolean
}

function readFlags(): Flags {
  const {
    laid,
    'held-back': heldBack,
    ...others
  } = parseArgs({
    options: {
      all: { type: 'boolean', default: false },
      laid: { type: 'string' },
      only: { type: 'string' },
      operators: { type: 'string' },
      situations: { type: 'string' },
      'held-back': { type: 'boolean', default: false },
      over: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values
  if (laid !== undefined && !/^\d+$/.test(laid)) throw new TypeError(`--laid takes a number, not '${laid}'`)
  return { ...others, heldBack, laid: laid === undefined ? undefined : Number(laid) }
}

function run({ all, laid, only, operators, situations, heldBack, over, help }: Flags): Promise<number> {
  if (help) {
    process.stdout.write(HELP)
    return Promise.resolve(0)
  }
  if (over !== undefined) return tryOver(over, { violation: only, operator: operators })
  if (situations !== undefined) return trySituated(situations, heldBack)
  if (operators !== undefined || heldBack) return tryOperators(operators ?? '', heldBack)
  return only === undefined ? proveAll(all, laid) : trySome(only)
}

async function proveAll(isAll: boolean, laid: number | undefined): Promise<number> {
  const proof = await prove(isAll, laid, process.stderr)
  if (isAll) await writeFile(PROOF, writeProof(proof))
  process.stdout.write(summarize(proof))
  return isProved(proof) ? 0 : 1
}

let flags: Flags | undefined
try {
  flags = readFlags()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${reason}\nnpm run lab -- proof --help lists the flags\n`)
}
process.exitCode = flags === undefined ? 2 : await run(flags)
