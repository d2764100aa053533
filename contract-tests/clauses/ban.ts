import { other, type Check, type SuiteItem } from '../engine/check.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, given, missing, outOfReach } from '../engine/verdicts.ts'
import { isRefusal } from '../history/history.ts'
import { readWait } from '../history/headers.ts'
import { endOfWait } from '../history/waits.ts'
import { afterTheWaitOf } from '../probes/after-a-refusal.ts'
import {
  afterTheRefusals,
  mayHideABan,
  lateInBan,
  MOST_STRIKES,
  otherOperations,
  type Ban,
  persist,
} from '../probes/ban.ts'
import { onceMore } from '../probes/added.ts'
import { UNSHARED_SECOND_KEY } from '../probes/charges.ts'
import { givenFound } from '../probes/each-operation.ts'
import { PROBE } from '../probes/over-the-limit.ts'
import { asSecond } from '../probes/requests.ts'
import { described } from '../probes/seen.ts'

export const banItems: readonly SuiteItem[] = [
  {
    id: 'ban',
    cost: 21,
    observe: async (run) => {
      const { ban, refusals } = await persist(run)
      given(ban !== undefined || !mayHideABan(refusals), UNCLEAR)
      if (ban === undefined)
        return { variant: 'none', detail: `${MOST_STRIKES} refusals in a row earned none` }
      given(ban.isCounted, 'a request had to be sent again, which the service may have counted')
      const { strikes, seconds, endsWithWindow } = ban
      if (seconds === undefined)
        return other(`after ${strikes} strikes, for a time that no Retry-After reports`)
      const variant = `after-${strikes}-strikes-for-${seconds}-seconds`
      return endsWithWindow
        ? { variant, detail: 'it ends with the minute, as each shorter one does' }
        : variant
    },
  },
  {
    id: 'status-while-banned',
    observe: async (run) => {
      const { status } = ((await persist(run)).ban ?? missing('no ban was earned')).during
      return ['401', '403', '429'].find((one) => one === String(status)) ?? other(`status ${status}`)
    },
  },
  {
    id: 'LIMIT-12',
    aspect: 'a ban of the second key leaves the first one alone',
    needs: ['second key', 'a ban'],
    cost: 1,
    ask: async (run) => {
      const { during } = await earned(run)
      // A run that stays below the limit of the first key waits for its minute.
      const isFree = run.settings.exhaust || run.session.leftOf('key') > 0
      const reply = await run.session.send(PROBE, isFree ? 'accept' : 'wait')
      given(!(reply.sent >= endOfWait(during)), 'requests of the first key while the second one is banned')
      return reply.status === 200 ? [reply] : missing('a first key that nobody else uses meanwhile')
    },
  },
  ...otherOperations.map((operation): Check => ({
    id: 'LIMIT-7',
    aspect: `${operation.id} over the limit`,
    needs: ['second key', 'a ban', ...(operation.needs ?? [])],
    ask: async (run) => {
      const own = (await persist(run)).before.filter(({ probe }) => probe.operation === operation.id)
      const [first = missing('one more 429 before the ban')] = own
      await givenFound(run, operation, first)
      return own
    },
  })),
  {
    id: 'LIMIT-12',
    aspect: 'the ban still holds a second before it ends',
    needs: ['second key', 'a ban', 'a clock'],
    cost: 1,
    ask: async (run) => {
      const { during } = await earned(run)
      const late = (await lateInBan(run)) ?? missing('a ban that outlasts the minute by more than a second')
      given(isRefusal(late), `a ban that lasts as long as it says: ${described(late)} a second before`)
      return [during, late]
    },
  },
  {
    id: 'LIMIT-12',
    needs: ['second key', 'a ban', 'a clock'],
    cost: 3,
    renews: true,
    ask: async (run) => {
      const { ban } = await persist(run)
      const reply = await afterTheRefusals(run, ban && (await lateInBan(run)))
      // The last of those refusals may have begun a ban that they did not show; this one says when that ends.
      const mayBeHidden = ban === undefined && reply.status === 429 && readWait(reply) !== undefined
      if (mayBeHidden) await afterTheWaitOf(reply, run)
      const first = await run.session.send(PROBE, 'accept')
      await earned(run)
      if (reply.status !== 200) missing(UNSHARED_SECOND_KEY)
      // What a ban has taken away is given back, whatever it is.
      const mayCreate = !run.settings.readOnly && run.hasPetsToSpare(0)
      return mayCreate
        ? [reply, first, await run.session.send(asSecond(await onceMore(run)), 'accept')]
        : [reply, first]
    },
  },
]

const UNCLEAR =
  'a ban that lasts longer than the minute: one that ends with it, or sooner, looks like the refusals before it'

/** The ban that the second key has earned, whose end is known. */
async function earned(run: Run): Promise<Ban> {
  const { ban, refusals } = await persist(run)
  if (ban === undefined && mayHideABan(refusals)) outOfReach(UNCLEAR)
  if (ban === undefined) missing('a ban: the service bans nobody who goes on a little')
  if (ban.seconds === undefined && ban.during.status === 429) dependsOn('LIMIT-8')
  return ban.seconds === undefined ? missing('a ban that reports when it ends') : ban
}
