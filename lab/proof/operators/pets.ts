// Fields of pets, as each operation returns them.
import type { ClauseId } from '../../../spec/clauses.ts'
import { isInt64 } from '../../../spec/exact-json/int64.ts'
import { parseJson } from '../../../spec/exact-json/json.ts'
import { operationIds, type operations, successOf, type OperationId } from '../../../spec/operations.ts'
import { withJson, type Json } from '../violations/mutate.ts'
import { everyTime, timeFields, nowAndThen, onReplies, type Operator, type When } from './operator.ts'
import { SIGNLESS, valueChanges, type ValueChange } from './values.ts'

interface Field {
  readonly name: string
  readonly neighbour: string
  readonly of: readonly ValueChange['of'][]
  /** The clauses that are broken whichever operation returns it wrongly. */
  readonly mayBreak: readonly ClauseId[]
}

const fields: readonly Field[] = [
  { name: 'id', neighbour: 'categoryId', of: ['any', 'integer'], mayBreak: ['PET-1', 'PET-2'] },
  { name: 'name', neighbour: 'status', of: ['any', 'text'], mayBreak: ['PET-3'] },
  { name: 'categoryId', neighbour: 'id', of: ['any', 'integer', 'int64'], mayBreak: ['PET-4'] },
  { name: 'status', neighbour: 'name', of: ['any', 'text'], mayBreak: ['PET-5'] },
]

/** An operation that answers with pets. */
type PetReplyId = {
  [Id in OperationId]: (typeof operations)[Id]['success']['schema'] extends null ? never : Id
}[OperationId]

function repliesWithPets(id: OperationId): id is PetReplyId {
  return successOf(id).schema !== null
}

const brokenIn: Readonly<Record<PetReplyId, readonly ClauseId[]>> = {
  listPets: ['LIST-1', 'LIST-5', 'LIST-6', 'LIST-7', 'CREATE-6', 'GET-1', 'GET-3', 'DEPRECATION-3'],
  createPet: ['CREATE-1', 'CREATE-2', 'CREATE-7', 'GET-1', 'GET-3', 'LIST-7', 'DEPRECATION-3'],
  getPet: ['GET-1', 'GET-3', 'DEPRECATION-3'],
}

/** The pets that are changed. */
interface Which {
  readonly name: string
  readonly has: (pet: Json) => boolean
  /** Whether a run adds none of them with a category below zero. */
  readonly hasNoneBelowZero?: true
}

const isOfTheRun = ({ name }: Json): boolean => String(name).includes('contract')
const all: Which = { name: 'always', has: () => true }
const some: readonly Which[] = [
  { name: 'of pets that the run added', has: isOfTheRun },
  { name: 'of pets that others added', has: (pet) => !isOfTheRun(pet), hasNoneBelowZero: true },
  { name: 'of pets that are sold', has: ({ status }) => status === 'sold', hasNoneBelowZero: true },
  { name: 'of pets with an even id', has: ({ id }) => isInt64(id) && BigInt(id) % 2n === 0n },
]

const times: readonly (readonly [Which, When])[] = [
  [all, everyTime],
  ...some.map((which) => [which, everyTime] as const),
  ...nowAndThen.map((when) => [all, when] as const),
]

/** Each field of a pet that an operation answers, changed in each way at each time. */
export const petOperators: readonly Operator[] = operationIds.filter(repliesWithPets).flatMap((id) =>
  fields.flatMap((field) =>
    valueChanges(field.neighbour)
      .filter(({ of }) => field.of.includes(of))
      .flatMap((change) => times.map(([which, when]) => petOperator(id, field, change, which, when))),
  ),
)

function petOperator(id: PetReplyId, field: Field, change: ValueChange, which: Which, when: When): Operator {
  const { status } = successOf(id)
  return {
    target: `${field.name} in ${id}`,
    change: change.name,
    mayBreak: [...field.mayBreak, ...brokenIn[id]],
    ...timeFields(which === all ? when : { ...when, name: which.name }),
    // An ordinary number in a list gives a run no reason to read that pet rather than another one.
    ...(id === 'listPets' &&
      change.name === SIGNLESS &&
      which.hasNoneBelowZero === true && { isByChance: true }),
    overlay: onReplies(
      (request, reply) => request.operation === id && reply.status === status,
      when,
      () => {
        let last: unknown
        const changed = (pet: Json): Json => {
          if (!which.has(pet)) return pet
          const { [field.name]: was, ...others } = pet
          if (was === undefined) return pet
          const now = change.to(was, pet, last)
          last = was
          return now === undefined ? others : { ...pet, [field.name]: now }
        }
        return (reply) => {
          const json = parseJson(reply.body)
          return withJson(reply, Array.isArray(json) ? json.map(changed) : changed(json as Json))
        }
      },
    ),
  }
}
