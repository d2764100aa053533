// Seeds of the devil, for correcting the suite. Writes no file.
import { parseArgs } from 'node:util'
import type { ReportedExchange, RunReport } from '../../contract-tests/report/model/run-report.ts'
import { breaches } from './devil/breaches.ts'
import { mixOf } from './devil/devilries.ts'
import {
  describeDevil,
  isDevilUnblamed,
  judgeBreaches,
  judgeDevil,
  runOf,
  runOnDevil,
  shrunkVerdicts,
  type DevilRun,
} from './judge-devil.ts'
import { memberAt } from './sample.ts'

const HELP = `npm run lab -- devil [--seeds FROM-TO] [--breaches]

Runs the suite against the devil (lab/proof/devil/), which keeps every promise and takes, at each freedom, what misleads a
tester most. Prints each seed that is blamed, with the least devilry that still is, and the exchanges. Exit code 1 where one
is blamed.

  --seeds FROM-TO  the seeds to judge (default: 1-200)
  --breaches       breaks each of ${breaches.length} promises instead, under plain and random mixes
`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-200' },
    breaches: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const [, from = '', to = from] = /^(\d+)(?:-(\d+))?$/.exec(values.seeds) ?? []

async function trySeeds(first: number, last: number): Promise<number> {
  let blamed = 0
  for (let seed = first; seed <= last; seed += 1) {
    const verdict = await judgeDevil(seed)
    if (isDevilUnblamed(verdict)) continue
    blamed += 1
    const run = runOf(seed)
    process.stdout.write(
      `${[...verdict.broken, ...verdict.faults].join(', ')}: seed ${seed}, ${describeRun(run)}\n`,
    )
    for (const least of await shrunkVerdicts(verdict)) {
      const { report } = await runOnDevil(least.mix, seed, run)
      process.stdout.write(`  ${describeDevil(least)}\n${findingsIn(report)}`)
    }
  }
  process.stdout.write(`blamed: ${blamed} of ${last - first + 1}\n`)
  return blamed === 0 ? 0 : 1
}

function describeRun({ mode, plans, settings: { plan, secondBaseUrl, maxWait } }: DevilRun): string {
  const rest = [plan && '--plan', secondBaseUrl && 'with staging', maxWait && `--max-wait ${maxWait}`]
  return [mode, `keys of ${plans.join(' and ')}`, ...rest.filter(Boolean)].join(', ')
}

/** What was reported broken, with the exchanges. */
function findingsIn(report: RunReport): string {
  const tests = report.clauses
    .filter(({ verdict }) => verdict === 'broken')
    .flatMap(({ id, tests }) => tests.map((test) => ({ id, ...test })))
  return tests
    .flatMap(({ id, title, breach, evidence }) => {
      if (breach === undefined) return []
      const named = (breach.shapes ?? []).flatMap((shape) => shape.exchanges.slice(0, SHOWN))
      const before = [...evidence, breach.exchange - 1].filter((id) => id < breach.exchange)
      const last = [...new Set(before)].toSorted((one, other) => one - other).slice(-SHOWN)
      const some = new Set([breach.exchange, ...named.slice(0, SHOWN), ...last])
      const exchanges = report.exchanges.filter((one) => some.has(one.id)).map(describeExchange)
      const lines = [
        `${id} ${title}`,
        `  expected ${breach.expected.join(', or ')}`,
        `  actual ${breach.actual}`,
      ]
      return [...lines, ...exchanges].map((line) => `    ${line}\n`)
    })
    .join('')
}

const SHOWN = 4
const BODY_SHOWN = 120

function describeExchange({
  id,
  caller,
  method,
  path,
  status,
  headers,
  body,
  record,
}: ReportedExchange): string {
  const named = Object.entries(headers).filter(([name]) => /^(?:x-ratelimit|retry|date|location)/.test(name))
  const auth = record?.headers['Authorization'] ?? ''
  const sent = record?.body === undefined ? '' : ` ${record.body.slice(0, BODY_SHOWN)}`
  const reported = named.map(([name, value]) => `${name.replace('x-ratelimit-', '')}: ${value}`).join(', ')
  const at = record === undefined ? '' : ` at ${record.sent}, after #${record.after}`
  return `    #${id} ${caller} (${auth}) ${method} ${path}${sent}${at} → ${status} {${reported}} ${body.replaceAll(/\s+/g, ' ').slice(0, BODY_SHOWN)}`
}

/** The seeds of the mixes under which promises are broken, besides the plain one. */
const BREACH_SEEDS = [47, 80]

async function tryBreaches(): Promise<number> {
  const outcomes = { right: 0, 'wrong clause': 0, missed: 0 }
  for (const seed of [undefined, ...BREACH_SEEDS]) {
    const mix = seed === undefined ? {} : mixOf(seed)
    for (const [at, { outcome, broken, faults }] of (
      await judgeBreaches(breaches, mix, seed ?? 0)
    ).entries()) {
      outcomes[outcome] += 1
      if (outcome === 'right') continue
      const { name, breaks } = memberAt(breaches, at)
      const actual = [...broken, ...faults].join(', ') || 'nothing'
      const where = seed === undefined ? 'the plain mix' : `the mix of seed ${seed}`
      process.stdout.write(
        `${outcome}  ${name} under ${where}: reported ${actual}, breaks ${breaks.join(' ')}\n`,
      )
    }
  }
  const { right, missed, 'wrong clause': wrong } = outcomes
  process.stdout.write(`right: ${right}, on a wrong clause: ${wrong}, missed: ${missed}\n`)
  return missed + wrong === 0 ? 0 : 1
}

if (values.help) process.stdout.write(HELP)
else if (from === '') {
  process.stderr.write(`--seeds takes two numbers as in 1-200, not '${values.seeds}'\n`)
  process.exitCode = 2
} else process.exitCode = values.breaches ? await tryBreaches() : await trySeeds(Number(from), Number(to))
