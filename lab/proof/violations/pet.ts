import type { Choices } from '../../../spec/choices.ts'
import { toInt64 } from '../../../spec/exact-json/int64.ts'
import { type Json, type When, asks, both, creates, lists, onPets, reads, withFraction } from './mutate.ts'
import { violation } from './service.ts'

const large = { choices: { 'id-numbering': 'beyond-2-53' } satisfies Partial<Choices> }

const set =
  (field: string, value: unknown) =>
  (pet: Json): Json => ({ ...pet, [field]: value })

const without =
  (field: string) =>
  ({ [field]: _gone, ...pet }: Json): Json =>
    pet

const everywhere: When = (request, reply) =>
  lists(request, reply) || creates(request, reply) || reads(request, reply)
const rounded = (value: unknown): unknown => (typeof value === 'bigint' ? BigInt(Number(value)) : value)
const tenth = (change: (pet: Json) => Json) => (pet: Json, at: number) => (at % 10 === 9 ? change(pet) : pet)

export const pet = [
  violation(
    'PET-1',
    'ids are text',
    onPets(everywhere, (one) => ({ ...one, id: String(one['id']) })),
  ),
  violation('PET-1', 'ids are missing in lists', onPets(lists, without('id'))),
  violation('PET-1', 'the id is null when one pet is read', onPets(reads, set('id', null))),
  violation(
    'PET-1',
    'the id of every tenth pet of a list has a fraction',
    onPets(
      lists,
      tenth((one) => ({ ...one, id: withFraction(one['id']) })),
    ),
  ),
  violation(
    'PET-1',
    'ids of new pets are text',
    onPets(creates, (one) => ({ ...one, id: `pet-${String(one['id'])}` })),
  ),
  violation('PET-1', 'ids lie beyond int64', onPets(lists, set('id', 2n ** 64n))),
  violation('PET-2', 'every new pet has the same id', onPets(creates, set('id', 60)), {
    mock: { pets: 60 },
  }),
  violation(
    'PET-2',
    'new pets get the ids of the first ones',
    onPets(creates, (one) => ({ ...one, id: toInt64(BigInt(String(one['id'])) - 60n) })),
    { mock: { pets: 60 } },
  ),
  violation('LIST-2', 'the twentieth pet of a page is the first once more', (healthy) => {
    let first: Json = {}
    return onPets(lists, (one, at) => {
      if (at === 0) first = one
      return at === 19 ? first : one
    })(healthy)
  }),
  violation('PET-2', 'every second new pet repeats the id before', (healthy) => {
    let last: unknown
    return onPets(creates, (one) => ({
      ...one,
      id: (last = last === undefined ? one['id'] : [last, (last = undefined)][0]),
    }))(healthy)
  }),
  violation('PET-3', 'names are missing in lists', onPets(lists, without('name'))),
  violation('PET-3', 'names are null when one pet is read', onPets(reads, set('name', null))),
  violation(
    'PET-3',
    'the name of every tenth pet of a list is a number',
    onPets(lists, tenth(set('name', 7))),
  ),
  violation(
    'PET-3',
    'names in lists are objects by language',
    onPets(lists, (one) => ({ ...one, name: { en: one['name'] } })),
  ),
  violation('PET-3', 'sold pets have no name', onPets(both(lists, asks(/status=sold/)), without('name'))),
  violation(
    'PET-4',
    'categories are rounded as doubles are',
    onPets(everywhere, (one) => ({ ...one, categoryId: rounded(one['categoryId']) })),
  ),
  violation(
    'PET-4',
    'categories below zero are rounded as doubles are',
    onPets(everywhere, (one) => ({
      ...one,
      categoryId: Number(one['categoryId']) < 0 ? rounded(one['categoryId']) : one['categoryId'],
    })),
  ),
  violation(
    'PET-4',
    'categories are rounded in lists only',
    onPets(lists, (one) => ({ ...one, categoryId: rounded(one['categoryId']) })),
  ),
  violation(
    'PET-4',
    'categories are rounded when one pet is read',
    onPets(reads, (one) => ({ ...one, categoryId: rounded(one['categoryId']) })),
  ),
  violation(
    'PET-4',
    'categories are text',
    onPets(lists, (one) => ({ ...one, categoryId: String(one['categoryId']) })),
  ),
  violation('PET-4', 'categories are missing in lists', onPets(lists, without('categoryId'))),
  violation(
    'PET-4',
    'the category of every tenth pet of a list is null',
    onPets(lists, tenth(set('categoryId', null))),
  ),
  violation(
    'PET-4',
    'categories are objects',
    onPets(reads, (one) => ({ ...one, categoryId: { id: one['categoryId'] } })),
  ),
  violation(
    'PET-5',
    'statuses are in capitals',
    onPets(both(lists, asks(/limit=2[1-9]/)), (one) => ({
      ...one,
      status: String(one['status']).toUpperCase(),
    })),
  ),
  violation(
    'PET-5',
    'the status is null in the default list',
    onPets(both(lists, asks(/GET \/pets $/)), set('status', null)),
  ),
  violation(
    'PET-5',
    'the status of every tenth pet of a list is unknown',
    onPets(both(lists, asks(/limit=2[1-9]/)), tenth(set('status', 'reserved'))),
  ),
  violation(
    'PET-5',
    'the status is a number in the smallest page',
    onPets(both(lists, asks(/limit=1 /)), set('status', 1)),
  ),
  violation(
    'PET-1',
    'ids are rounded in lists',
    onPets(lists, (one) => ({ ...one, id: Number(one['id']) + 0.25 })),
    { mock: { choices: { 'id-numbering': 'from-1' } } },
  ),
  violation(
    'GET-1',
    'large ids are rounded when a pet is read',
    onPets(reads, (one) => ({ ...one, id: rounded(one['id']) })),
    { mock: large },
  ),
]
