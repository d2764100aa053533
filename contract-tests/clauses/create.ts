import type { Int64 } from '../../spec/exact-json/int64.ts'
import { petStatuses } from '../../spec/operations.ts'
import type { Check } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { UNLIKELY_ID } from '../history/creations.ts'
import { oddName } from '../history/odd-pets.ts'
import { memberOf } from '../history/values.ts'
import { oddCategory, refusedBodies, refusedCreation } from '../probes/additions.ts'
import { givenAdded, givenCreation, givenStatusTried, givenTaken, givenTakenWith } from '../probes/given.ts'
import { added, anyText, nextStatus, oddlyNamed, onceMore, WITH_MARKUP } from '../probes/added.ts'
import { createInvalid, withSpareKey } from '../probes/requests.ts'

const SOME_STATUS = { status: petStatuses[0] }

export const createChecks: readonly Check[] = [
  {
    id: 'CREATE-1',
    needs: ['writes'],
    ask: async (run) => {
      const creations = [await givenCreation(run, {})]
      for (const status of petStatuses) creations.push(await added(run, { status }))
      return creations
    },
  },
  ...petStatuses.flatMap((status): readonly Check[] => [
    {
      id: 'CREATE-2',
      aspect: `a pet that is ${status}`,
      needs: ['writes'],
      ask: async (run) => {
        await givenAdded(run, { status })
        return [await added(run, { status })]
      },
    },
    {
      id: 'CREATE-7',
      aspect: `status ${status} may be set`,
      needs: ['writes'],
      ask: async (run) => {
        await givenAdded(run, {})
        return [await givenStatusTried(run, { status })]
      },
    },
  ]),
  {
    id: 'CREATE-7',
    aspect: 'the status may be left out',
    needs: ['writes'],
    ask: async (run) => {
      await givenAdded(run, SOME_STATUS)
      return [await givenStatusTried(run, {})]
    },
  },
  {
    id: 'CREATE-2',
    aspect: 'a name with markup, and with letters beyond 16 bits',
    needs: ['writes'],
    ask: async (run) => {
      await givenAdded(run, {})
      return [await givenTakenWith(run, WITH_MARKUP, await anyText(run))]
    },
  },
  {
    id: 'CREATE-1',
    aspect: 'an unusual name is taken, or refused with 400',
    needs: ['writes'],
    cost: 1,
    ask: async (run) => {
      await givenAdded(run, {})
      return [await oddlyNamed(run), await anyText(run)]
    },
  },
  ...refusedBodies.map((body): Check => ({
    id: body.clause,
    aspect: `${body.fault}: 400`,
    needs: ['writes'],
    anyTime: { caller: 'key', operation: 'createPet', status: 400 },
    ask: async (run) => {
      const reply = await run.session.share(await refusedCreation(run, body))
      await givenTaken(run)
      return [reply]
    },
  })),
]

/** An id is assigned by the service, whatever a body says: that of another pet, or one that is free. */
export const ownIdCheck: Check = {
  id: 'PET-2',
  aspect: 'an id in the body is not that of the new pet',
  needs: ['writes'],
  extra: true,
  cost: 2,
  ask: async (run) => {
    const first = await givenAdded(run, {})
    const creations: Exchange[] = []
    for (const id of [memberOf(first, 'id'), UNLIKELY_ID])
      creations.push(await run.session.share(await onceMore(run, { status: nextStatus(run), id })))
    return creations
  },
}

type Write = (name: string, categoryId: Int64) => string

/** A name as JSON, made longer than columns and forms often hold. */
function longer(name: string): string {
  return `${name.slice(0, -1)}${'o'.repeat(60)}"`
}

/** Bodies that the first key has no room for. */
const refusedToo: readonly (readonly [clause: Check['id'], aspect: string, bodies: readonly Write[]])[] = [
  [
    'CREATE-3',
    'two faults in one body: 400',
    // Whichever a service finds first, and though it finds both.
    [(_name, id) => `{"categoryId":${id},"status":"asleep"}`, (name) => `{"name":${name},"status":"asleep"}`],
  ],
  [
    'CREATE-3',
    'a field is missing beside one that the document does not name: 400',
    [
      (_name, id) => `{"categoryId":${id},"colour":"red"}`,
      (name, id) => `{"name":${name},"category_id":${id},"status":"sold"}`,
    ],
  ],
  [
    'CREATE-4',
    'status is none of the three beside a long name: 400',
    [(name, id) => `{"name":${longer(name)},"categoryId":${id},"status":"asleep"}`],
  ],
  [
    'CREATE-5',
    'an object that stands in a string: 400',
    [(name, id) => JSON.stringify(`{"name":${name},"categoryId":${id}}`)],
  ],
  ['CREATE-5', 'more behind the object: 400', [(name, id) => `{"name":${name},"categoryId":${id}} and more`]],
  [
    'CREATE-4',
    'status is a number or an array: 400',
    [
      (name, id) => `{"name":${name},"categoryId":${id},"status":1}`,
      (name, id) => `{"name":${name},"categoryId":${id},"status":["sold"]}`,
    ],
  ],
]

export const refusedTooChecks = refusedToo.map(([id, aspect, bodies]): Check => ({
  id,
  aspect,
  needs: ['writes'],
  extra: true,
  caller: 'spare',
  cost: bodies.length,
  ask: async (run) => {
    await givenTaken(run)
    const name = JSON.stringify(oddName(run.settings.mark, 'twice'))
    const category = await run.once(oddCategory)
    const replies: Exchange[] = []
    for (const write of bodies)
      replies.push(await run.session.share(withSpareKey(run, createInvalid(write(name, category)))))
    return replies
  },
}))
