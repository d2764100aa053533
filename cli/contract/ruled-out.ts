import { isCheck, type Need, needsToShow, unmetNeed } from '../../contract-tests/engine/check.ts'
import type { RunPorts } from '../../contract-tests/engine/ports.ts'
import type { ContractSettings } from '../../contract-tests/engine/settings.ts'
import { suiteFor } from '../../contract-tests/suite.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { CommandError } from '../environment/command-error.ts'

const ON_OWN_MOCK = 'which the suite has on a mock of its own alone, without an address'

/** What a run lacks, and what gives it. */
const LACKED: Readonly<Record<Need, string>> = {
  writes: 'a new pet, which --read-only forbids',
  'second key': 'a second key (--second-key-env NAME)',
  'second base address': 'a second base address (--second-base-url URL)',
  'going over the limit': 'requests over the limit (--exhaust)',
  'a day’s quota': `the quota of a day, ${ON_OWN_MOCK}`,
  'a ban': 'a key that gets banned (--ban)',
  'a clock': 'a clock',
  'the day of the removal': `the day of the removal, ${ON_OWN_MOCK}`,
  'generated bodies': 'generated bodies (--deep)',
  'a reply that shows it': 'a reply that no service gives',
}

/**
 * Refuses a run of chosen clauses (`--only`) whose flags allow no test of any of them, before it sends anything: some clauses are
 * judged by the requests of all tests, which would all be sent for nothing.
 */
export function refuseRuledOut(settings: ContractSettings, ports: Pick<RunPorts, 'control'>): void {
  const reasons = settings.only.map((id) => ({ id, why: whyRuledOut(id, settings, ports) }))
  if (reasons.length === 0 || reasons.some(({ why }) => why === undefined)) return
  const alike = Map.groupBy(reasons, ({ why }) => why)
  const texts = Array.from(alike, ([why, own]) => {
    return `${own.map(({ id }) => id).join(', ')} cannot be verified: ${why}`
  })
  throw new CommandError(texts.join('; '))
}

/** Why the flags allow no test of a clause; `undefined` where they allow one. */
function whyRuledOut(
  id: ClauseId,
  settings: ContractSettings,
  ports: Pick<RunPorts, 'control'>,
): string | undefined {
  const lacks = suiteFor({ ...settings, only: [id] })
    .filter(isCheck)
    .map((check) =>
      needsToShow(check).filter((need) => unmetNeed({ needs: [need] }, settings, ports) !== undefined),
    )
  const [first] = lacks
  if (first === undefined || lacks.some(({ length }) => length === 0)) return undefined
  return `it takes ${first.map((need) => LACKED[need]).join(', and ')}`
}
