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
/**
 * How a client behaves, how many requests it has under way at most, and whether it ignores Retry-After. It passes if it has no
 * early retry, and fewer requests in flight than it may have under way. What is `early` has an early retry for sure.
 */
const manners = [
  { manner: 'gate', atOnce: 10, ignores: false, early: false },
  { manner: 'goes on', atOnce: 1, ignores: true, early: true },
  { manner: 'ten go on', atOnce: 10, ignores: true, early: true },
  { manner: 'retries once', atOnce: 1, ignores: true, early: false, only: 'left open' },
  { manner: 'retries five times', atOnce: 1, ignores: true, early: false, only: 'left open' },
] as const

const runs = Number(process.argv[2] ?? 1000)
/** Parts of manners. If there are any, only those run. */
const only = process.argv.slice(3)
const tried = manners.filter(({ manner }) => only.length === 0 || only.some((part) => manner.includes(part)))
const burners = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
const program = spawn(process.execPath, [join(import.meta.dirname, 'programs/gate.mjs')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const lines = createInterface(program.stdout)
const mock = await startMock({ port: 0, choices: { 'window-alignment': 'first-request' } })
let wrong = 0
for (const { manner, atOnce, ignores, early: isEarly, ...more } of tried) {
  for (const way of 'only' in more ? [more.only] : ways) {
    const reports: ClientReport[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await runOnce(manner, way))
    const accused = reports.filter(({ earlyRetries }) => earlyRetries > 0).length
    const banned = reports.filter(({ bans }) => bans > 0).length
    const passed = reports.filter((one) => one.earlyRetries === 0 && one.inFlight < atOnce).length
    wrong += ignores ? passed + (isEarly ? runs - accused : 0) : runs - passed + banned
    const [early, inFlight] = [sum(reports, 'earlyRetries'), sum(reports, 'inFlight')]
    const counts = `${accused} accused, ${banned} banned; ${early} early, ${inFlight} in flight`
    const figures = `${passed} of ${runs} passed, ${counts}`
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
