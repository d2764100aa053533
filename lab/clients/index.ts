// Runs real clients under a rate limit, side by side and in real time; writes docs/CLIENTS.md.
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startMock, type ClientReport } from '../../mock/index.ts'
import { hastyRetries, statedClaim, wireClaims } from './claims.ts'
import { contenders, type Contender, type Form, type Manner } from './contenders.ts'
import { table, type Tried } from './table.ts'
import { startTap } from './wire.ts'

const KEY = 'free-demo-key'
/** What is left of the minute when a client begins, and the time limit for a client; in milliseconds. */
const LEFT_OF_MINUTE = 5_000
const TIME_LIMIT = 30_000
/** How many clients run at once. More would wait for the processor instead of the limit. */
const AT_A_TIME = 4

const forms: readonly Form[] = ['seconds', 'http-date']
const manners: readonly Manner[] = ['one-by-one', 'at-once']

/** Parts of names. If there are any, only those clients run and docs/CLIENTS.md is not written. */
const only = process.argv.slice(2)
const { all: runnable, missing } = contenders()
for (const line of missing) console.error(`clients: left out: ${line}`)
const all = runnable.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))

const waiting = all.flatMap((contender) =>
  forms.flatMap((form) => manners.map((manner) => ({ contender, form, manner }))),
)
const tried: Tried[] = []
const total = waiting.length
await Promise.all(Array.from({ length: AT_A_TIME }, work))
tried.sort((one, other) => order(one) - order(other))
if (only.length > 0) console.log(table(tried))
else {
  await writeFile(join(import.meta.dirname, '../../docs/CLIENTS.md'), table(tried))
  console.log(`wrote docs/CLIENTS.md: ${tried.length} runs`)
}
const claims = tried.flatMap((one) => one.claims)
const wrong = claims.filter(({ holds }) => !holds).length
console.log(`clients: ${claims.length} claims of the client report compared, ${wrong} false`)
process.exitCode = wrong > 0 ? 1 : 0

function order({ contender, form, manner }: Tried): number {
  const at = all.findIndex(({ name }) => name === contender.name)
  return at * 4 + forms.indexOf(form) * 2 + manners.indexOf(manner)
}

async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const result = await tryOne(next.contender, next.form, next.manner)
    tried.push(result)
    const { contender, form, manner, through, report, seconds } = result
    const figures = `${through}/6, ${report.earlyRetries} early, ${report.inFlight} in flight, ${seconds.toFixed(1)} s`
    console.error(`clients: ${tried.length}/${total} ${contender.name}, ${form}, ${manner}: ${figures}`)
    for (const line of new Set(result.gaveUp)) console.error(`clients:   ${line}`)
    for (const { claim, reported, fact, holds } of result.claims) {
      if (!holds) console.error(`clients:   FALSE: ${claim}: reported ${reported}, in fact ${fact}`)
    }
  }
}

async function tryOne(contender: Contender, form: Form, manner: Manner): Promise<Tried> {
  await using mock = await startMock({
    port: 0,
    choices: { 'retry-after-form': form, 'window-alignment': 'first-request' },
  })
  const program = contender.start(manner)
  const ended = once(program, 'exit')
  const { stdin, stdout } = program
  if (!stdin || !stdout) throw new Error('the program has no input or output')
  const lines: string[] = []
  const reader = createInterface(stdout)
  await once(reader, 'line')
  reader.on('line', (line) => lines.push(line))
  const tap = await startTap(Number(new URL(mock.baseUrl).port))
  // The window began almost a minute ago. Then the clock shows the machine's time again, since clients compare it with HTTP dates.
  mock.clock.set(Date.now() - 60_000 + LEFT_OF_MINUTE)
  mock.keys.setRemaining(KEY, { minute: 2 })
  mock.clock.set(Date.now())
  const start = performance.now()
  stdin.end(`${mock.baseUrl} ${KEY}\n`)
  const timer = setTimeout(() => program.kill('SIGKILL'), TIME_LIMIT)
  await ended
  clearTimeout(timer)
  const seconds = (performance.now() - start) / 1000
  const report: ClientReport = mock.report(KEY)
  const exchanges = await tap?.stop()
  return {
    contender,
    form,
    manner,
    through: lines.filter((line) => line === 'through').length,
    gaveUp: lines.filter((line) => line !== 'through'),
    report,
    claims: [
      ...(manner === 'one-by-one' ? [statedClaim(report, contender, form)] : []),
      ...(exchanges ? wireClaims(report, exchanges, manner) : []),
    ],
    retriedEarly: exchanges && hastyRetries(exchanges).most > 0,
    seconds,
  }
}
