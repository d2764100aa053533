// What happens to pets after their creation: they are shown differently, lost, doubled, or cannot be read.
import { parseJson } from '../../../spec/exact-json/json.ts'
import {
  type Json,
  asError,
  both,
  creates,
  keyOf,
  lists,
  listWithout,
  onJson,
  onPets,
  onReply,
  onlyAfter,
  parameter,
  reads,
  SECOND,
  withJson,
  withSpare,
} from './mutate.ts'
import { type Overlay, type Reply, type Service, type ServiceRequest, violation } from './service.ts'

const asArray = (json: unknown): readonly Json[] => json as readonly Json[]
const isCreation = ({ operation }: ServiceRequest): boolean => operation === 'createPet'
// A run tries whether a pet may have no name.
const isOurs = ({ name }: Json): boolean => name === '' || String(name).includes('contract')
const idOf = (path: string): bigint => BigInt(/^\/pets\/(-?\d+)$/.exec(path)?.[1] ?? 0)
const named =
  (change: (name: string) => string) =>
  (pet: Json): Json => ({ ...pet, name: change(String(pet['name'])) })
const ofOurs =
  (change: (pet: Json) => Json) =>
  (pet: Json): Json =>
    isOurs(pet) ? change(pet) : pet
const categorized =
  (change: (category: bigint) => bigint) =>
  (pet: Json): Json => ({ ...pet, categoryId: change(BigInt(String(pet['categoryId']))) })

/** Gives a category to some of the pets that others have added. */
const ofEveryThird =
  (categoryId: bigint) =>
  (pet: Json): Json =>
    isOurs(pet) || BigInt(String(pet['id'])) % 3n !== 0n ? pet : { ...pet, categoryId }

const escaped = (name: string): string => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const stripped = (name: string): string => name.replaceAll(/<[^>]*>/g, '')
const in16Bits = (name: string): string => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')
const saturated = (value: bigint): bigint => BigInt.asIntN(32, value)
const next: Readonly<Record<string, string>> = { available: 'pending', pending: 'sold', sold: 'available' }

/** The pets that the run has added, by the text of their ids and in the order of their creation. */
const remembering =
  (
    answer: (healthy: Service, request: ServiceRequest, added: readonly string[]) => ReturnType<Service>,
  ): Overlay =>
  (healthy) => {
    const added: string[] = []
    return async (request) => {
      const reply = await answer(healthy, request, added)
      const [, id] = creates(request, reply) ? (/"id": ?(-?\d+)/.exec(reply.body) ?? []) : []
      if (id !== undefined) added.push(id)
      return reply
    }
  }

/** Leaves pets out of lists by their ids. */
const hiding = (which: (added: readonly string[], request: ServiceRequest) => readonly string[]): Overlay =>
  remembering((healthy, request, added) => {
    const hidden = new Set(which(added, request))
    return listWithout(healthy, request, ({ id }) => hidden.has(String(id)))
  })

export const storedPets = [
  violation('CREATE-2', 'markup in names is escaped', onPets(creates, named(escaped))),
  violation(
    'CREATE-2',
    'a plus in names becomes a blank',
    onPets(
      creates,
      named((name) => name.replaceAll('+', ' ')),
    ),
  ),
  violation('CREATE-2', 'markup in names is removed', onPets(creates, named(stripped))),
  violation('CREATE-2', 'letters beyond 16 bits are replaced', onPets(creates, named(in16Bits))),
  violation(
    'CREATE-2',
    'what is in quotes is escaped twice',
    onPets(
      creates,
      named((name) => name.replaceAll('"', '\\"')),
    ),
  ),
  violation(
    'CREATE-2',
    'a name ends at its first colon',
    onPets(
      creates,
      named((name) => name.split(':')[0] ?? ''),
    ),
  ),
  violation('GET-1', 'markup is escaped when a pet is read', onPets(reads, ofOurs(named(escaped)))),
  violation(
    'GET-1',
    'letters beyond 16 bits are replaced when a pet is read',
    onPets(reads, ofOurs(named(in16Bits))),
  ),
  violation(
    'GET-1',
    'pets that are pending cannot be read',
    onReply((request, reply) => reads(request, reply) && reply.body.includes('"pending"'), asError(404)),
  ),
  violation(
    'GET-1',
    'pets that are available are read as pending',
    onPets(
      reads,
      ofOurs((pet) => (pet['status'] === 'available' ? { ...pet, status: 'pending' } : pet)),
    ),
  ),
  violation(
    'GET-1',
    'every seventh pet cannot be read',
    onReply((request, reply) => reads(request, reply) && idOf(request.path) % 7n === 0n, asError(404)),
  ),
  ...[9n, 11n, 13n].map((every) =>
    violation(
      'GET-1',
      `of ${every} pets the one before the last cannot be read`,
      onReply(
        (request, reply) => reads(request, reply) && idOf(request.path) % every === every - 2n,
        asError(404),
      ),
    ),
  ),
  violation(
    'GET-1',
    'every seventh pet is a crash to read',
    onReply((request, reply) => reads(request, reply) && idOf(request.path) % 7n === 3n, asError(500)),
  ),
  violation(
    'GET-1',
    'pets that others have added are read with another name',
    onPets(reads, (pet) => (isOurs(pet) ? pet : named((name) => name.toUpperCase())(pet))),
  ),
  violation('GET-1', 'the pet that stands first in a list is a crash to read', (healthy) => {
    let first: string | undefined
    return async (request) => {
      const reply = await healthy(request)
      if (lists(request, reply)) first ??= String(asArray(parseJson(reply.body))[0]?.['id'])
      return reads(request, reply) && request.path === `/pets/${first}` ? asError(500)(reply) : reply
    }
  }),
  violation('PET-4', 'great categories of pets that others have added are read as doubles', (healthy) =>
    onPets(reads, ofEveryThird(2n ** 60n))(onPets(lists, ofEveryThird(2n ** 60n + 1n))(healthy)),
  ),
  violation(
    'GET-1',
    'after a while the pets of a run cannot be read',
    onlyAfter(
      50,
      onReply((request, reply) => reads(request, reply) && reply.body.includes('contract'), asError(404)),
    ),
  ),
  violation('PET-4', 'categories are cut to 32 bits in lists', onPets(lists, ofOurs(categorized(saturated)))),
  violation(
    'PET-4',
    'the least category comes back as the greatest',
    onPets(
      creates,
      categorized((value) => (value === -(2n ** 63n) ? 2n ** 63n - 1n : value)),
    ),
  ),
  violation(
    'PET-4',
    'the greatest category is one less when a pet is read',
    onPets(
      reads,
      categorized((value) => (value === 2n ** 63n - 1n ? value - 1n : value)),
    ),
  ),
  violation(
    'PET-4',
    'categories below zero lose their sign in lists',
    onPets(
      lists,
      categorized((value) => (value < 0n ? 1n - (value + 1n) - 1n : value)),
    ),
  ),
  violation(
    'CREATE-1',
    'names with markup in them are a crash',
    onReply(
      (request, reply) => creates(request, reply) && request.body?.includes('<') === true,
      asError(500),
    ),
  ),
  violation('CREATE-1', 'each creation adds two pets', (healthy) => async (request) => {
    const reply = await healthy(request)
    if (creates(request, reply)) await healthy(withSpare(request))
    return reply
  }),
  violation('LIST-7', 'markup is escaped in lists', onPets(lists, ofOurs(named(escaped)))),
  violation('LIST-7', 'letters beyond 16 bits are replaced in lists', onPets(lists, ofOurs(named(in16Bits)))),
  violation(
    'LIST-7',
    'new pets that are pending are listed as sold',
    onPets(
      both(lists, (request) => parameter(request, 'status') === undefined),
      ofOurs((pet) => (pet['status'] === 'pending' ? { ...pet, status: 'sold' } : pet)),
    ),
  ),
  violation(
    'LIST-7',
    'the newest pet is listed only when the next one is there',
    hiding((added) => added.slice(-1)),
  ),
  violation(
    'LIST-7',
    'every third new pet is not listed',
    hiding((added) => added.filter((_id, at) => at % 3 === 2)),
  ),
  violation(
    'LIST-7',
    'a new pet is listed for the key that added it only',
    hiding((added, request) => (keyOf(request) === SECOND ? added : [])),
  ),
  violation('LIST-7', 'of two creations at once only one is stored', (healthy) => {
    let underway = 0
    const lost = new Set<string>()
    return async (request) => {
      if (!isCreation(request)) return await listWithout(healthy, request, ({ id }) => lost.has(String(id)))
      const isSecond = underway > 0
      underway += 1
      const reply = await healthy(request)
      await new Promise(setImmediate)
      underway -= 1
      if (isSecond) lost.add(String((parseJson(reply.body) as Json)['id']))
      return reply
    }
  }),
  violation('PET-2', 'two creations at once have the same id', (healthy) => {
    let underway: Promise<Reply> | undefined
    return async (request) => {
      if (!isCreation(request)) return await healthy(request)
      const other = underway
      const own = healthy(request)
      underway = own
      const reply = await own
      await new Promise(setImmediate)
      if (underway === own) underway = undefined
      const before = await other
      if (before === undefined || !creates(request, before) || !creates(request, reply)) return reply
      const { id } = parseJson(before.body) as Json
      return withJson(reply, { ...(parseJson(reply.body) as Json), id })
    }
  }),
  violation(
    'LIST-7',
    'the pets of a run are gone after a while',
    onlyAfter(
      60,
      onJson(lists, (json) => asArray(json).filter((pet) => !isOurs(pet))),
    ),
  ),
  violation(
    'LIST-7',
    'after a while a new pet has the next status',
    onlyAfter(
      60,
      onPets(
        both(lists, (request) => parameter(request, 'status') === undefined),
        ofOurs((pet) => ({ ...pet, status: next[String(pet['status'])] })),
      ),
    ),
  ),
]
