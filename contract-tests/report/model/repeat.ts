import { figure } from '../../../spec/wording.ts'
import type { ReportedBreach, ReportedExchange, RunReport } from './run-report.ts'
import { cut } from './text.ts'

/**
 * The command that repeats all that shows a breach, in its order: one curl line, with `--next` between different requests, and a
 * range behind the address of one that is sent again and again. Where the report lacks an exchange, or where a request names a
 * pet that an earlier one added, and that has another id the next time, it repeats the one exchange that the breach is about.
 */
export function repeatOf(
  { exchanges }: Pick<RunReport, 'exchanges'>,
  { exchange: id, steps = [id] }: ReportedBreach,
): string | undefined {
  const find = (id: number): ReportedExchange | undefined => exchanges.find((one) => one.id === id)
  const all = steps.flatMap((step) => find(step) ?? [])
  if (all.length < steps.length || namesAdded(all)) return find(id)?.curl
  const runs: { readonly curl: string; count: number }[] = []
  for (const { curl } of all) {
    const last = runs.at(-1)
    if (last?.curl === curl) last.count += 1
    else runs.push({ curl, count: 1 })
  }
  const commands = runs.flatMap(({ curl, count }) => timesOver(curl, count))
  const parallel = all.some((one, at) => overlaps(all[at - 1], one)) ? ' --parallel' : ''
  return `curl${parallel}${commands.map((curl) => curl.replace(/^curl/, '')).join(' --next')}`
}

function namesAdded(all: readonly ReportedExchange[]): boolean {
  const adds = all.findIndex(({ status }) => status === 201)
  return adds !== -1 && all.slice(adds).some(({ path }) => path.startsWith('/pets/'))
}

function overlaps(before: ReportedExchange | undefined, one: ReportedExchange): boolean {
  if (!before?.record || !one.record) return false
  return Date.parse(one.record.sent) < Date.parse(before.record.received)
}

const PLAIN = /^(curl -i (?:--head|-X [A-Z]+) '[^'[\]{}#]+)'/

function timesOver(curl: string, count: number): readonly string[] {
  if (count === 1) return [curl]
  if (PLAIN.test(curl)) return [curl.replace(PLAIN, `$1#[1-${count}]'`)]
  return Array.from({ length: count }, () => curl)
}

const LONGEST = 2000
const SHOWN = 200

/** A command as a report for people shows it: of a very long one the beginning, as a comment, and where the whole stands. */
export function shortCommand(curl: string, longest = LONGEST): string {
  if (curl.length <= longest) return curl
  const where = 'whole in a report of the run (--report html=FILE or json=FILE)'
  return `# ${figure(curl.length)} letters, ${where}: ${cut(curl, SHOWN)}`
}
