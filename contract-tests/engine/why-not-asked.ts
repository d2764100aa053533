import type { AskingNeed, WhyNot } from '../asked/asked.ts'
import { unmetNeed } from './check.ts'
import type { Run } from './run.ts'

const UNMET: Readonly<Record<AskingNeed, string>> = {
  writes: 'it may add a pet, which --read-only forbids',
  'going over the limit': 'it goes over the limit: --exhaust',
  'second key': 'it takes a second key: --second-key-env',
}

/**
 * Why a run asks something not; `undefined` where its flags allow it and every such request has its minute. `ended` says why it
 * ended before it had asked all.
 */
export function whyNotAsked({ settings, control, session: { time } }: Run, ended?: string): WhyNot {
  const ports = { control: control && ([control] as const), clock: time }
  return (kind, needs) => {
    const unmet = needs.find((need) => unmetNeed({ needs: [need] }, settings, ports) !== undefined)
    if (unmet !== undefined) return UNMET[unmet]
    if (ended !== undefined) return ended
    if (settings.only.length > 0) return 'not all clauses are run: --only'
    if (kind === 'transitions' || kind === 'at once') return 'no test of this run leads there'
    return settings.thorough ? undefined : 'the key’s minute is too short: --thorough'
  }
}
