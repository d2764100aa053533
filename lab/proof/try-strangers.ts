// Judges services that others wrote from the document alone: `npm run lab -- strangers`.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { runOverStranger } from './run-over-stranger.ts'
import { firstFigures } from './strangers/first-figures.ts'
import { startStranger, strangers, whyNot, type Stranger } from './strangers/strangers.ts'
import { tryMixes } from './try-mixes.ts'
import { mixSection } from './write-mixes.ts'

const HELP = `npm run lab -- strangers [--mixes N] [--breaches] [--details FILE] [STRANGER …]

Judges services that others wrote from the document alone, as they are. Exit code 1 where one is blamed, or cannot be started.

  --mixes N       judges those that have options under N random mixes of them instead, which conform. The longer runs
                  (--exhaust, --exhaust --ban) judge a third of them
  --breaches      has each of them commit its breaches, one after the other: under its default options, and under two mixes
  --details FILE  adds to a file what was blamed or not seen, with the exchanges

With both, and without a name, it writes lab/proof/strangers/figures.md, a section of docs/PROOF.md.
`
const FIGURES = join(import.meta.dirname, 'strangers/figures.md')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    mixes: { type: 'string' },
    breaches: { type: 'boolean', default: false },
    details: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const wrong: string[] = []
const chosen = strangers.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (values.help) process.stdout.write(HELP)
else if (values.mixes !== undefined || values.breaches) await tryOptions(chosen.filter(hasOptions))
else for (const stranger of chosen.filter(canStart)) await judge(stranger)
process.exitCode = wrong.length === 0 ? 0 : 1

function hasOptions({ isConfigurable }: Stranger): boolean {
  return isConfigurable === true
}

/** Says so where it cannot be started here. */
function canStart(stranger: Stranger): boolean {
  const reason = whyNot(stranger)
  if (reason === undefined) return true
  wrong.push(stranger.name)
  console.log(`${stranger.name}: left out, because ${reason}`)
  return false
}

async function judge(stranger: Stranger): Promise<void> {
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

/** Judges all of them at once, since most of the time of a run is waiting. */
async function tryOptions(configurable: readonly Stranger[]): Promise<void> {
  const { mixes = '0', breaches, details } = values
  if (!/^\d+$/.test(mixes)) throw new TypeError(`--mixes takes a number, not '${mixes}'`)
  const plan = { mixes: Number(mixes), breaches, details }
  const figures = await Promise.all(configurable.filter(canStart).map((stranger) => tryMixes(stranger, plan)))
  wrong.push(...figures.flatMap(({ stranger, findings }) => (findings.length > 0 ? [stranger] : [])))
  const isWhole = plan.mixes > 0 && breaches && figures.length === strangers.filter(hasOptions).length
  if (isWhole) await writeFile(FIGURES, mixSection(figures, firstFigures))
}
