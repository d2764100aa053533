// Whether a service gets the same verdicts each time, on a busy machine: `npm run lab -- steady`.
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

Runs the suite again and again over sockets, against the mock and against each stranger (a service that others wrote), while
threads use the processor for nothing. Exit code 1 where a verdict differs from that of the first run. Writes
lab/proof/steady/figures.md, a section of docs/PROOF.md.

  --runs N          runs against the mock; by default 500
  --of-strangers N  runs against each stranger; by default 100
  --load N          busy threads; by default twice the cores
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
  /** Verdicts that differ from the first run: `LIST-4: broken, not held`. */
  readonly changes: readonly string[]
  /** Variants of open points that do: some services settle them at random. */
  readonly readings: readonly string[]
}

async function trySteadiness(): Promise<number> {
  const load = Number(values.load)
  const busy = Array.from({ length: load }, () => new Worker('for (;;);', { eval: true }))
  const leftOut = strangers.filter((stranger) => whyNot(stranger) !== undefined)
  try {
    const all = await Promise.all([
      repeat('the mock', Number(values.runs), runOnMock),
      ...strangers
        .filter((stranger) => !leftOut.includes(stranger))
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
      leftOut.map(({ name }) => name),
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

/** A default run against the mock behind a socket, at whatever moment of a window it starts. */
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
    changes.push(...differences(verdictsIn(report), verdictsIn(first)))
    readings.push(...differences(variantsIn(report), variantsIn(first)))
  }
  return { name, runs, changes, readings }
}

type Results = readonly (readonly [id: string, result: string])[]

function verdictsIn({ clauses }: RunReport): Results {
  return clauses.map(({ id, verdict }) => [id, verdict])
}

function variantsIn({ choices }: RunReport): Results {
  return choices.map(({ id, variant = 'not observed' }) => [id, variant])
}

function differences(now: Results, first: Results): readonly string[] {
  const was = new Map(first)
  return now.flatMap(([what, is]) =>
    was.get(what) === is ? [] : [`${what}: ${is}, not ${was.get(what) ?? 'nothing'}`],
  )
}

function figures(all: readonly Steadiness[], load: number, leftOut: readonly string[]): string {
  const changes = all.flatMap((one) =>
    Array.from(
      Map.groupBy([...one.changes, ...one.readings], (change) => change),
      ([change, { length }]) => `- ${one.name}, ${change}: ${counted(length, 'run')}`,
    ),
  )
  const more = [
    ...(leftOut.length === 0 ? [] : [`Left out, since they cannot be started here: ${leftOut.join(', ')}.`]),
    ...(changes.length === 0 ? [] : [changes.join('\n')]),
  ]
  return `## Trust over time

Written by \`npm run lab -- steady\`: default runs over sockets, one after the other against each service and all services at once,
on ${counted(availableParallelism(), 'core')} with ${counted(load, 'thread')} that ${load === 1 ? 'does' : 'do'} nothing but use the processor. A change is a verdict on a clause that differs from the
first run. A service may settle something at random, such as the steps of its ids: variants that are read differently are listed.

${markdownTable(
  ['service', 'runs', 'changes of a verdict', 'variants read otherwise'],
  all.map(({ name, runs, changes, readings }) => [name, runs, changes.length, readings.length]),
)}
${more.map((paragraph) => `\n${paragraph}\n`).join('')}`
}

if (values.help) process.stdout.write(HELP)
else process.exitCode = await trySteadiness()
