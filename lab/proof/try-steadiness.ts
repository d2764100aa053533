// Whether the same service is judged alike each time, on a machine that has other things to do: `npm run lab -- steady`.
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { counted } from '../../spec/wording.ts'
import { markdownTable } from '../../spec/markdown.ts'
import { socketTransport } from '../../contract-tests/engine/transport.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { runSuite } from '../../contract-tests/suite.ts'
import { serve } from './http-server.ts'
import { runOverStranger } from './run-over-stranger.ts'
import { StrangerPool } from './strangers/pool.ts'
import { strangers, whyNot } from './strangers/strangers.ts'
import { PLAIN, settingsFor, testService } from './test-service.ts'
import { FIRST, SECOND } from './violations/mutate.ts'

const HELP = `npm run lab -- steady [--runs N --of-strangers N --load N]

Runs the suite again and again against the mock and against each stranger, over sockets, beside threads that do nothing but
take the processor's time. Exit code 1 where any run says anything else than the first. Writes
lab/proof/steady/figures.md, which npm run lab -- proof --all takes into PROOF.md.

  --runs N          against the mock (500)
  --of-strangers N  against each stranger (100)
  --load N          busy threads (twice the cores)
`

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    'of-strangers': { type: 'string', default: '100' },
    load: { type: 'string', default: String(2 * availableParallelism()) },
    help: { type: 'boolean', default: false },
  },
})
interface Steadiness {
  readonly name: string
  readonly runs: number
  /** Verdicts that are others than in the first run. */
  readonly changes: readonly string[]
  /** Variants of open points that are: some services settle them by dice. */
  readonly readings: readonly string[]
}

async function trySteadiness(): Promise<number> {
  const load = Number(values.load)
  const busy = Array.from({ length: load }, () => new Worker('for (;;);', { eval: true }))
  const left = strangers.filter((stranger) => whyNot(stranger) !== undefined)
  try {
    const all = await Promise.all([
      repeat('the mock', Number(values.runs), runOnMock),
      ...strangers
        .filter((stranger) => !left.includes(stranger))
        .map(async (stranger) => {
          await using pool = new StrangerPool(stranger)
          return await repeat(stranger.name, Number(values['of-strangers']), () =>
            pool.lend((baseUrl) => runOverStranger(baseUrl, (healthy) => healthy, DEFAULT)),
          )
        }),
    ])
    const text = figures(
      all,
      load,
      left.map(({ name }) => name),
    )
    const file = join(import.meta.dirname, 'steady/figures.md')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    process.stdout.write(text)
    return all.every(({ changes }) => changes.length === 0) ? 0 : 1
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()))
  }
}

const DEFAULT = { exhaust: false, ban: false }
const TIMEOUT_MS = 30_000

/** A default run against the mock behind a socket, which begins whenever it is. */
async function runOnMock(): Promise<RunReport> {
  const { service, control } = await testService((healthy) => healthy, { mock: PLAIN.mock })
  await using server = await serve(service)
  const settings = settingsFor({ baseUrl: server.baseUrl, key: FIRST, secondKey: SECOND, ...DEFAULT })
  return await runSuite(settings, { transport: socketTransport(TIMEOUT_MS), control })
}

async function repeat(name: string, runs: number, run: () => Promise<RunReport>): Promise<Steadiness> {
  const [changes, readings]: [string[], string[]] = [[], []]
  let first: RunReport | undefined
  for (let done = 0; done < runs; done += 1) {
    const report = await run()
    first ??= report
    changes.push(...otherwise(verdictsIn(report), verdictsIn(first)))
    readings.push(...otherwise(variantsIn(report), variantsIn(first)))
  }
  return { name, runs, changes, readings }
}

type Said = readonly (readonly [what: string, said: string])[]

function verdictsIn({ clauses }: RunReport): Said {
  return clauses.map(({ id, verdict }) => [id, verdict])
}

function variantsIn({ choices }: RunReport): Said {
  return choices.map(({ id, variant = 'not observed' }) => [id, variant])
}

function otherwise(now: Said, before: Said): readonly string[] {
  const was = new Map(before)
  return now.flatMap(([what, is]) =>
    was.get(what) === is ? [] : [`${what}: ${is}, not ${was.get(what) ?? 'nothing'}`],
  )
}

function figures(all: readonly Steadiness[], load: number, left: readonly string[]): string {
  const changes = all.flatMap((one) =>
    Array.from(
      Map.groupBy([...one.changes, ...one.readings], (change) => change),
      ([change, { length }]) => `- ${one.name}, ${change}: ${counted(length, 'run')}`,
    ),
  )
  const more = [
    ...(left.length === 0 ? [] : [`Left out, since they cannot be started here: ${left.join(', ')}.`]),
    ...(changes.length === 0 ? [] : [changes.join('\n')]),
  ]
  return `## Trust over time

Written by \`npm run lab -- steady\`: default runs over sockets, one after the other against each service and all services at once, on
${counted(availableParallelism(), 'core')} beside ${counted(load, 'thread')} that ${load === 1 ? 'takes' : 'take'} all the time there is. A change is a verdict on a clause that is another one
than in the first run; what a service settles by dice, as the steps of its ids, may be read otherwise and is told too.

${markdownTable(
  ['service', 'runs', 'changes of a verdict', 'variants read otherwise'],
  all.map(({ name, runs, changes, readings }) => [name, runs, changes.length, readings.length]),
)}
${more.map((paragraph) => `\n${paragraph}\n`).join('')}`
}

if (values.help) process.stdout.write(HELP)
else process.exitCode = await trySteadiness()
