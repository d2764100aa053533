// Requests at the same time: what a service keeps in one place for all of them, it mixes up.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { limitBounds } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { NO_SUCH_KEY, refusedBodies, refusedCreation } from '../probes/additions.ts'
import { askedOperations, isAllowed } from '../probes/each-operation.ts'
import { getShown } from '../probes/given.ts'
import { missing } from '../engine/verdicts.ts'
import { memberOf } from '../history/values.ts'
import { asNobody, asSecond, get, list, LONGEST_PAGE, OF_NO_PET, withSpareKey } from '../probes/requests.ts'
import { onceMore } from '../probes/added.ts'
import { givenTwin, twin } from './sequences.ts'

const { default: preset } = limitBounds

/** Whose request it is must not depend on those beside it; and that it has no valid key comes first, whatever else is wrong. */
export const validBesideInvalid: Check = {
  id: 'AUTH-3',
  aspect: 'no key and a made-up one beside a valid one, and with something else wrong',
  extra: true,
  caller: 'nobody',
  cost: 7,
  ask: (run) => {
    const allowed = askedOperations.filter(isAllowed(run))
    // One key alone has no room for a list that nothing else asks for.
    const valid = run.settings.secondKey === undefined ? get(OF_NO_PET) : list(`?limit=${preset + 1}`)
    return run.session.shareAtOnce([
      ...(run.hasRoomFor(valid.caller, 1) ? [valid] : []),
      ...allowed.map((one) =>
        asNobody(one.id === 'createPet' ? one.wrongWithoutKey(run) : one.withoutKey(run)),
      ),
      ...allowed.flatMap((one) =>
        one.id === 'createPet' ? [] : [asNobody(one.wrongWithoutKey(run), NO_SUCH_KEY)],
      ),
      asNobody(get(OF_NO_PET)),
    ])
  },
}

/** Each key has its own reply. */
export const twoKeysAtOnce: Check = {
  id: 'LIST-2',
  aspect: 'lists and reads of two keys at once',
  needs: ['second key'],
  extra: true,
  caller: 'spare',
  cost: 5,
  ask: async ({ session }) => {
    const { json } = await session.share(list(LONGEST_PAGE))
    const pets: readonly unknown[] = Array.isArray(json) ? json : []
    const [id, next] = [pets[2], pets[3]].map((pet) => memberOf(pet, 'id'))
    return session.shareAtOnce([
      list(`?limit=${preset - 2}`),
      asSecond(list(`?limit=${preset - 1}`)),
      ...(isInt64(next)
        ? [{ ...get(next), moment: 'beside that of the other key' }, asSecond(get(next))]
        : []),
      ...(isInt64(id) ? [asSecond(get(id))] : []),
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
