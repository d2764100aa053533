// Bodies in which two things meet that most tests ask one by one, and the same JSON in another spelling (RFC 8259 §2).
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { petStatuses } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Probe } from '../engine/exchange.ts'
import { inTheOtherCase } from '../engine/keys.ts'
import { endOfNames } from '../engine/settings.ts'
import { missing } from '../engine/verdicts.ts'
import { isSuccess } from '../history/history.ts'
import { isAdded } from '../history/values.ts'
import { bodyOf } from '../probes/accepted.ts'
import { added, onceMore } from '../probes/added.ts'
import { givenTakenWith } from '../probes/given.ts'
import { withSpareKey } from '../probes/requests.ts'
import { GREATEST } from '../probes/rich-bodies.ts'
import { givenPet, refusedWith, unusualStatuses } from './sequences.ts'

const extra = { needs: ['writes'], extra: true, caller: 'spare' } as const

export const mixedBodyChecks: readonly Check[] = [
  {
    ...extra,
    id: 'CREATE-2',
    aspect: 'a status that stands first, among blanks, right after a refused body that sets another',
    cost: 2,
    ask: async (run) => {
      const [status, other] = await unusualStatuses(run)
      await run.session.share({ ...(await refusedWith(run, other)), moment: 'before another status' })
      const usual = withSpareKey(run, await onceMore(run, { status }))
      const creation = await run.session.share({ ...usual, body: respelled(usual) })
      // A rule of names refuses it in the usual spelling too.
      const isAccepted = isSuccess(creation) || isSuccess(await run.session.share(usual))
      return isAccepted ? [creation] : missing('a body that the service accepts in its usual spelling')
    },
  },
  {
    ...extra,
    id: 'CREATE-2',
    aspect: 'a status beside a member that the document does not have',
    cost: 1,
    ask: async (run) => {
      const [status] = await unusualStatuses(run)
      const probe = withSpareKey(run, await onceMore(run, { status, colour: 'blue' }))
      const what = 'with a member “colour”, of which the document says nothing'
      return [await givenTakenWith(run, what, await run.session.share(probe))]
    },
  },
  {
    ...extra,
    id: 'CREATE-2',
    aspect:
      'a name that differs from one before in the case of letters only, and a category that a double cannot hold',
    cost: 1,
    ask: async (run) => {
      const { probe } = await added(run, { status: petStatuses.at(-1) })
      const name = inOtherCase(String(bodyOf(probe)['name']), endOfNames(run.settings))
      const isAny = isAdded(await added(run, { categoryId: GREATEST }))
      const like = await onceMore(run, isAny ? { name, categoryId: GREATEST - 1n } : { name })
      return givenPet(await run.session.share(withSpareKey(run, like)))
    },
  },
]

/** The body of a creation with its members the other way round, and blanks or lines around all tokens. */
function respelled(probe: Probe): string {
  const members = Object.entries(bodyOf(probe)).toReversed()
  return `\n{ ${members.map(([name, value]) => `"${name}" : ${stringifyJson(value)}`).join(' ,\n ')} }\n`
}

/** The last two letters before the end of a name in the other case. */
function inOtherCase(name: string, end: string): string {
  const stem = name.slice(0, name.length - end.length)
  return stem.slice(0, -2) + inTheOtherCase(stem.slice(-2)) + end
}
