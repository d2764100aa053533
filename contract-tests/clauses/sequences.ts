// What comes after what: a request that is answered by what a service remembers of the one before.
import { petStatuses } from '../../spec/operations.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import type { PetStatus } from '../../spec/wire.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { missing, outOfReach } from '../engine/verdicts.ts'
import { isAdded, memberOf } from '../history/values.ts'
import { oddCategory } from '../probes/additions.ts'
import { getShown, givenAdded, notAdded } from '../probes/given.ts'
import { createInvalid, get, list, OF_NO_PET, withSpareKey } from '../probes/requests.ts'
import { bodyOf, knownCategory } from '../probes/accepted.ts'
import { added, onceMore } from '../probes/added.ts'

/** A body without a status that is sent several times. */
export async function twin(run: Run): Promise<Probe> {
  return onceMore(run, { categoryId: await knownCategory(run) })
}

const extra = { needs: ['writes'], extra: true, caller: 'spare' } as const

/** In the order in which they are sent, each right after the one before. */
export const sequenceChecks: readonly Check[] = [
  {
    ...extra,
    id: 'GET-1',
    aspect: 'an id that was asked for before its pet was added',
    cost: 3,
    ask: async (run) => {
      await givenAdded(run, {})
      await run.session.share(withSpareKey(run, get(nextId(run))))
      const again = { ...getShown(await givenTwin(run)), moment: 'again' }
      return [await run.session.share(withSpareKey(run, again))]
    },
  },
  {
    ...extra,
    id: 'LIST-5',
    aspect: 'a filter right after a pet that there is not',
    needs: [],
    cost: 2,
    ask: async (run) => {
      const read = { ...get(OF_NO_PET), moment: 'a filter after it' }
      return rightAfter(run, read, list('?status=sold&limit=6'))
    },
  },
  {
    ...extra,
    id: 'LIST-5',
    aspect: 'a filter right after a body that is refused',
    cost: 2,
    ask: async (run) => {
      await givenAdded(run, {})
      const { body = '' } = await onceMore(run)
      // A parser that is lenient reads on over a comma too many.
      const refused = createInvalid(body.replace(/\}$/, ',}'))
      return rightAfter(run, refused, {
        ...list('?status=sold&limit=8'),
        moment: 'a filter after a refused body',
      })
    },
  },
  {
    ...extra,
    id: 'PET-2',
    aspect: 'two equal bodies add two pets',
    cost: 1,
    ask: async (run) => {
      const all = [await sentAgain(run, 'first'), await sentAgain(run, 'second')]
      return all.every(isAdded) ? all : outOfReach('a service that accepts a name twice')
    },
  },
  {
    ...extra,
    id: 'GET-1',
    aspect: 'a pet of the second key is the same for the first',
    needs: ['writes', 'second key'],
    caller: 'key',
    cost: 1,
    ask: async (run) => [await run.session.share({ ...getShown(await givenTwin(run)), moment: 'first key' })],
  },
  {
    ...extra,
    id: 'CREATE-7',
    aspect: 'the status may be left out right after a refused body that sets it',
    cost: 2,
    ask: async (run) => {
      await givenAdded(run, {})
      await run.session.share(await refusedWith(run, (await unusualStatuses(run)).at(-1)))
      return givenPet(await run.session.share(withSpareKey(run, await onceMore(run))))
    },
  },
  {
    ...extra,
    id: 'CREATE-2',
    aspect: 'a status that is set after a creation without one, and the default page right after it',
    cost: 2,
    ask: async (run) => {
      const status = (await unusualStatuses(run)).at(-1)
      const more = { ...(await nameOfTwins(run)), status }
      const creation = await run.session.share(withSpareKey(run, await onceMore(run, more)))
      const page = await run.session.share({ ...withSpareKey(run, list()), moment: 'right after a pet' })
      return [...givenPet(creation), page]
    },
  },
]

/** The reply to one request of the spare key, with another one right before it. */
async function rightAfter(run: Run, before: Probe, probe: Probe): Promise<readonly Exchange[]> {
  await run.session.share(withSpareKey(run, before))
  return [await run.session.share(withSpareKey(run, probe))]
}

/** A body that is refused, for it has no name, and sets a status. */
export async function refusedWith(run: Run, status: PetStatus | undefined): Promise<Probe> {
  const body = `{"categoryId":${await run.once(oddCategory)},"status":"${status}"}`
  return withSpareKey(run, createInvalid(body))
}

/** The statuses that a pet which is added without one does not have: only they show whether they are set. */
export async function unusualStatuses(run: Run): Promise<readonly PetStatus[]> {
  const usual = memberOf((await added(run, {})).json, 'status')
  return petStatuses.filter((one) => one !== usual)
}

/** The creation where it has added a pet; a check of what else is in it is left undone where it has not. */
export function givenPet(creation: Exchange): readonly Exchange[] {
  return isAdded(creation) ? [creation] : notAdded(creation)
}

/** The pet that the body adds when it is sent first. */
export async function givenTwin(run: Run): Promise<unknown> {
  await givenAdded(run, {})
  const creation = await sentAgain(run, 'first')
  return isAdded(creation) ? creation.json : notAdded(creation)
}

/** The name of two equal pets, which a service that remembers one by its name mixes up with a third; none where it accepts a name once. */
async function nameOfTwins(run: Run): Promise<object> {
  const both = [await sentAgain(run, 'first'), await sentAgain(run, 'second')]
  const { name } = bodyOf(await run.once(twin))
  return both.every(isAdded) ? { name } : {}
}

async function sentAgain(run: Run, moment: string): Promise<Exchange> {
  return run.session.share({ ...withSpareKey(run, await run.once(twin)), moment })
}

/** The id that the next pet has where ids are counted. */
function nextId({ session }: Run): bigint {
  const ids = session.exchanges.filter(isAdded).map(({ json }) => memberOf(json, 'id'))
  const next = ids.filter(isInt64).map(BigInt).reduce(greater, 0n) + 1n
  return isInt64(next) ? next : missing('an id that is free')
}

function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
