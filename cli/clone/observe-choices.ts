import { namesBeforehand } from '../../contract-tests/engine/created-pets.ts'
import { settingsOf, type ContractSettings } from '../../contract-tests/engine/settings.ts'
import { countChoices } from '../../contract-tests/report/model/choices.ts'
import { stopText } from '../../contract-tests/report/model/no-reply.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { EXCEPT } from '../../contract-tests/report/model/text.ts'
import { runSuite } from '../../contract-tests/suite.ts'
import { parseSavedChoices, type SavedChoices } from '../../spec/choices.ts'
import { counted, printable } from '../../spec/wording.ts'
import type { Environment } from '../environment/environment.ts'
import { progressOf, waysOf } from '../environment/ways.ts'

/** How a service settles the open points, by a run of the contract suite, which prints what it does and what it found. */
export async function observeChoices(
  given: Pick<ContractSettings, 'baseUrl' | 'key' | 'readOnly' | 'exhaust' | 'maxWait'>,
  environment: Environment,
): Promise<SavedChoices> {
  const { stdout } = environment
  const settings = settingsOf(given)
  stdout.write(`${announcement(settings)}\n`)
  const ports = { ...waysOf(environment, settings, stdout), progress: progressOf(environment) }
  const report = await runSuite(settings, ports)
  for (const line of linesOn(report)) stdout.write(`${printable(line)}\n`)
  const seen = report.choices.flatMap(({ id, variant }) => (variant === undefined ? [] : [[id, variant]]))
  return parseSavedChoices(Object.fromEntries(seen) as Record<string, string>)
}

function announcement(settings: ContractSettings): string {
  const { readOnly, maxCreated } = settings
  const adds = readOnly
    ? 'It adds no pet.'
    : `It adds at most ${counted(maxCreated, 'pet')}, whose names begin with ${namesBeforehand(settings)}; --read-only adds none.`
  return `Runs the contract suite to observe the open points. ${adds}`
}

function linesOn(report: RunReport): readonly string[] {
  const { choices, clauses, created, perhaps, mark, requests } = report
  const stopped = stopText(report)
  const unseen = choices.filter(({ variant }) => variant === undefined).map(({ id }) => id)
  const broken = clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
  const { seen } = countChoices(choices)
  return [
    `${seen} of ${counted(choices.length, 'open point')} observed (${counted(requests.sent, 'request')})`,
    ...(stopped === undefined ? [] : [stopped]),
    ...line('not observed, so the copy has the default of the mock', unseen),
    ...line('broken by the service, but not by the copy (the contract suite shows how)', broken),
    ...line(`${counted(created.length, 'pet')} added to the service, named ${mark}…${EXCEPT}`, created),
    ...line('perhaps more pets added', perhaps),
  ]
}

function line(name: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${name}: ${items.join(', ')}`]
}
