// That the keys are counted apart.
import type { Check } from '../engine/check.ts'
import { type Exchange } from '../engine/exchange.ts'
import { rateLimitOf } from '../history/headers.ts'
import { expectThat } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { type Breach, breachBy, dependsOn, missing } from '../engine/verdicts.ts'
import { ENOUGH, kinds } from '../probes/costs.ts'
import { PROBE } from '../probes/over-the-limit.ts'
import { fallsOf, isSuccess } from '../probes/rate-limits.ts'
import { asSecond } from '../probes/requests.ts'

export const secondKeyChecks: readonly Check[] = [
  {
    id: 'LIMIT-11',
    needs: ['second key'],
    cost: 3,
    check: async (run) => {
      // Others may use the second key too; but what two rounds take from it as they take from the first is charged to it.
      const first = await chargedToSecond(run, 1)
      if (first.fall === 1) {
        const fault = chargeFault(run)
        if (fault) throw fault
        return
      }
      const second = await chargedToSecond(run, ROUND)
      expectThat(second.fall <= ROUND, '1 fewer', `${second.fall} fewer`, second.after)
      if (second.fall < 1) dependsOn('LIMIT-3')
      if (second.fall !== 1) missing('a second key that nobody else uses')
    },
  },
]

// Requests with the first key between two with the second.
const ROUND = 3

/** How much Remaining of the second key falls over one request with it and so many with the first. */
async function chargedToSecond(
  run: Run,
  requests: number,
  tries = 2,
): Promise<{ fall: number; after: Exchange }> {
  const { session } = run
  // Of lists and creations there are enough in a run (chargeFault), but few pets are read with the first key.
  const read = session.exchanges.find(
    ({ probe, status }) => probe.operation === 'getPet' && probe.caller === 'key' && status === 200,
  )
  const { probe } = read ?? { probe: PROBE }
  const before = await session.send(asSecond(PROBE))
  for (let sent = 0; sent < requests; sent += 1) {
    const reply = await session.send(probe)
    // What was read before is read again, unless the key was banned meanwhile.
    if (read === undefined || reply.status === 200) continue
    if (reply.status === 401 || reply.status === 403) dependsOn('AUTH-1')
    dependsOn('GET-1')
  }
  const after = await session.send(asSecond(PROBE))
  const [first, second] = [rateLimitOf(before), rateLimitOf(after)]
  if (Number.isNaN(first.remaining + first.reset)) dependsOn('LIMIT-1')
  if (first.reset !== second.reset) {
    return tries > 1 ? chargedToSecond(run, requests, tries - 1) : missing('two requests in one window')
  }
  return { fall: first.remaining - second.remaining, after }
}

/**
 * The kind of request with the first key that is charged to the second: over the whole run that one has lost as many more as
 * there were of them in between, each time, and no more where there were none.
 */
function chargeFault(run: Run): Breach | undefined {
  const { exchanges } = run.session
  const falls = fallsOf(run, 'second key').map((fall) => {
    const since = exchanges.filter(({ id }) => id > fall.before.id && id <= fall.exchange.id)
    const served = since.filter((one) => one.probe.caller === 'second key' && isSuccess(one)).length
    return { ...fall, served, since: since.filter(({ probe }) => probe.caller === 'key') }
  })
  for (const { what, has } of kinds) {
    const charged = falls.map((fall) => ({ ...fall, more: fall.since.filter(has).length }))
    // Errors need not count.
    const fits =
      charged.every(({ by, own, more }) => by === own + more) ||
      charged.every(({ by, served, more }) => by === served + more)
    const dear = charged.filter(({ more }) => more > 0)
    const count = dear.reduce((sum, { more }) => sum + more, 0)
    if (!fits || count < ENOUGH || dear.length < 2 || dear.length === charged.length) continue
    return breachBy(
      '1 fewer, whatever the other key asks for',
      dear.map(({ by, more, exchange }) => ({
        actual: `${by} fewer, over ${more} of ${what} with the other key`,
        exchange,
      })),
    )
  }
  return undefined
}
