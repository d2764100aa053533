// Runs parallel clients that stop at a 429, and clients that go on, a thousand times each on a busy machine, and compares what the
// mock's client report says of them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { startMock, type ClientReport } from '../../mock/index.ts'

const KEY = 'free-demo-key'
/** What is left of the minute when a client begins. */
const LEFT = 20

const ways = ['fetch', 'fetch, whole', 'kept alive', 'new connections'] as const
/** How a client behaves, and whether it ignores Retry-After. `inFlight` is no proof of that, and no fault. */
const manners = [
  { manner: 'gate', ignores: false },
  { manner: 'goes on', ignores: true },
  { manner: 'ten go on', ignores: true },
] as const

const runs = Number(process.argv[2] ?? 1000)
const burners = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
const program = spawn(process.execPath, [join(import.meta.dirname, 'programs/gate.mjs')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const lines = createInterface(program.stdout)
const mock = await startMock({ port: 0, choices: { 'window-alignment': 'first-request' } })
let wrong = 0
for (const { manner, ignores } of manners) {
  for (const way of ways) {
    const reports: ClientReport[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await runOnce(manner, way))
    const accused = reports.filter(({ earlyRetries }) => earlyRetries > 0).length
    const banned = reports.filter(({ bans }) => bans > 0).length
    wrong += ignores ? runs - accused : accused + banned
    const [early, inFlight] = [sum(reports, 'earlyRetries'), sum(reports, 'inFlight')]
    const figures = `${accused} of ${runs} accused, ${banned} banned; ${early} early, ${inFlight} in flight`
    console.log(`gates: ${ignores ? 'ignores' : 'honours'} Retry-After: ${manner}, ${way}: ${figures}`)
  }
}
await mock.stop()
program.stdin.end()
await Promise.all(burners.map((burner) => burner.terminate()))
console.log(`gates: ${wrong} wrong`)
process.exitCode = wrong > 0 ? 1 : 0

async function runOnce(manner: string, way: string): Promise<ClientReport> {
  mock.reset()
  mock.keys.setRemaining(KEY, { minute: LEFT })
  program.stdin.write(`${manner}|${way}|${mock.baseUrl}|${KEY}\n`)
  await once(lines, 'line')
  return mock.report(KEY)
}

function sum(reports: readonly ClientReport[], field: 'earlyRetries' | 'inFlight'): number {
  return reports.reduce((total, report) => total + report[field], 0)
}
