// Requests at the same time: what a service keeps in one place for all of them, it mixes up.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { limitBounds } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { NO_SUCH_KEY, refusedBodies, refusedCreation } from '../probes/additions.ts'
import { askedByOperation } from '../probes/each-operation.ts'
import { getShown } from '../probes/given.ts'
import { missing } from '../engine/verdicts.ts'
import { listed, memberOf } from '../history/values.ts'
import {
  asNobody,
  asSecond,
  get,
  HEAD,
  list,
  LONGEST_PAGE,
  OF_NO_PET,
  withSpareKey,
} from '../probes/requests.ts'
import { onceMore } from '../probes/added.ts'
import { givenTwin, twin } from './sequences.ts'

const { default: preset } = limitBounds

/**
 * Whose request it is must not depend on those beside it, be they sent before or after it; and that it has no valid key comes first,
 * whatever else is wrong.
 */
export const validBesideInvalid: Check = {
  id: 'AUTH-3',
  aspect: 'no key and a made-up one beside valid ones, with something else wrong, and for HEAD',
  extra: true,
  caller: 'spare',
  cost: 13,
  ask: async (run) => {
    const { session, settings } = run
    const { json } = await session.share(list(LONGEST_PAGE))
    const pets = listed(json)
    const ids = [pets[2], pets[3]].map((pet) => memberOf(pet, 'id')).filter(isInt64)
    const { listPets, createPet, getPet } = askedByOperation
    const hasTwo = session.spareCaller === 'second key'
    const bySecond = (probes: readonly Probe[]): readonly Probe[] => (hasTwo ? probes.map(asSecond) : [])
    const beside = ids.slice(1).map((id) => ({ ...get(id), moment: 'beside a read of the second key' }))
    const wrong = [
      ...(settings.readOnly ? [] : [asNobody(createPet.wrongWithoutKey(run))]),
      asNobody(listPets.wrongWithoutKey(run), NO_SUCH_KEY),
      asNobody(HEAD),
      asNobody(getPet.wrongWithoutKey(run)),
    ]
    // A service that answers equal requests together answers that without a key as the other.
    const page = list(`?limit=${preset + 1}`)
    return session.shareAtOnce([
      hasTwo ? page : get(OF_NO_PET),
      ...(hasTwo ? [asNobody(page)] : []),
      asNobody(getPet.withBadKey(run), getPet.badKey),
      asNobody(getPet.withoutKey(run)),
      ...bySecond([list(`?limit=${preset - 1}`)]),
      asNobody(listPets.withoutKey(run)),
      ...bySecond(ids.slice(1).map(get)),
      ...(hasTwo ? beside : []),
      ...(run.hasRoomFor('nobody', wrong.length) ? wrong : []),
      ...bySecond(ids.slice(0, 1).map(get)),
    ])
  },
}

/** Each key has its own reply, and each creation its own pet, equal ones too; a pet that was there stays there. */
export const creationsAtOnce: Check = {
  id: 'CREATE-2',
  aspect:
    'creations at once, of two keys where there are, and of equal bodies; a refused one, a list and a read beside them',
  needs: ['writes'],
  extra: true,
  caller: 'spare',
  cost: 7,
  ask: async (run) => {
    const { session } = run
    const pet = await givenTwin(run)
    const [own, equal] = [await onceMore(run), withSpareKey(run, await run.once(twin))]
    const [body = missing('a body to refuse')] = refusedBodies
    const page = withSpareKey(run, list(LONGEST_PAGE))
    const sent = await session.shareAtOnce([
      own,
      { ...withSpareKey(run, await refusedCreation(run, body)), moment: 'at once' },
      { ...equal, moment: 'at once, the first' },
      { ...equal, moment: 'at once, the second' },
      { ...page, moment: 'beside creations' },
      { ...withSpareKey(run, getShown(pet)), moment: 'beside creations' },
    ])
    await sendRefusedAgain(run, sent)
    return [...sent, await session.share({ ...page, moment: 'after creations' })]
  },
}

/** What was refused at once, and is no invalid body, is sent again alone: a rule that refuses it does so still. */
async function sendRefusedAgain({ session }: Run, sent: readonly Exchange[]): Promise<void> {
  for (const { status, probe } of sent)
    if (status === 400 && probe.isInvalid !== true) await session.share({ ...probe, moment: 'alone' })
}
