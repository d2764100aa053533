// Judges services that others wrote from the document alone: `npm run lab -- strangers`.
import { parseArgs } from 'node:util'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { runOverStranger } from './run-over-stranger.ts'
import { startStranger, strangers, whyNot, type Stranger } from './strangers/strangers.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const wrong: string[] = []
for (const stranger of strangers) {
  if (positionals.length === 0 || positionals.includes(stranger.name)) await judge(stranger)
}
process.exitCode = wrong.length === 0 ? 0 : 1

async function judge(stranger: Stranger): Promise<void> {
  const reason = whyNot(stranger)
  if (reason !== undefined) {
    wrong.push(stranger.name)
    console.log(`${stranger.name}: left out, because ${reason}`)
    return
  }
  await using running = await startStranger(stranger)
  const report = await runOverStranger(running.baseUrl, (healthy) => healthy, { deep: true }, true)
  const [broken, faults] = [clausesThatAre('broken', report), faultsOf(report)]
  if (broken.length + faults.length > 0) wrong.push(stranger.name)
  const { held, 'not verified': unverified } = report.totals
  const read = report.choices.filter(({ variant }) => variant !== undefined).length
  console.log(
    `${stranger.name} (${stranger.style}): ${held} clauses held, ${broken.length} broken, ${unverified} not verified; ${read} of ${report.choices.length} open points read; ${report.requests.sent} requests`,
  )
  for (const line of [...broken, ...faults]) console.log(`  ${line}`)
  const notVerified = clausesThatAre('not verified', report)
  if (notVerified.length > 0) console.log(`  not verified: ${notVerified.join(', ')}`)
  const warned = clausesThatAre('warned', report)
  if (warned.length > 0) console.log(`  warned: ${warned.join(', ')}`)
}
