// What the pets that one reply shows must be by themselves.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { successOf } from '../../spec/operations.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import { type RecordedExchange, remembering } from './history.ts'
import { isOdd } from './odd-pets.ts'
import type { ReplyRule } from './reply-rules.ts'
import {
  actualText,
  idText,
  isError,
  isList,
  isObject,
  type JsonObject,
  listed,
  memberOf,
  shown,
  textOf,
} from './values.ts'

export const petRules: readonly ReplyRule[] = [
  {
    clause: 'PET-2',
    aspect: 'no list shows an id twice',
    concerns: (exchange) => isList(exchange) && listed(exchange.json).length > 1,
    // One pet that is shown twice takes the place of another.
    sooner: (exchange) => (repeatsPets(exchange) ? ['LIST-2'] : []),
    expected: 'each id once',
    fault: (exchange) => {
      const seen = new Set<string>()
      for (const pet of listed(exchange.json).filter(isObject)) {
        const id = idText(pet)
        if (isInt64(pet['id']) && seen.has(id)) return `${id} twice`
        seen.add(id)
      }
      return undefined
    },
  },
  petRule('PET-1', 'id'),
  petRule('PET-3', 'name'),
  petRule('PET-4', 'categoryId'),
  petRule('PET-5', 'status'),
]

/** What a reply shows as pets: the members of a list, or its one body. */
const petsIn = ({ status, probe, json }: RecordedExchange): readonly JsonObject[] => {
  const holdsPets = (status === 200 && schemaOf(probe) !== null) || status === 201
  if (!holdsPets) return []
  if (showsList({ status, probe })) return listed(json).filter(isObject)
  // What is answered in the place of a pet is another rule's.
  return isObject(json) && !isError(json) ? [json] : []
}
const showsList = ({ status, probe }: Pick<RecordedExchange, 'status' | 'probe'>): boolean =>
  status === 200 && schemaOf(probe) === 'Pets'
/** The schema of what an operation answers when it succeeds; null where that has no body, or there is no operation. */
const schemaOf = ({ operation }: RecordedExchange['probe']): string | null =>
  operation === undefined ? null : successOf(operation).schema

// One by one, and no further than to the first that is wrong: a list may be as long as a service pleases.
const problemsOf = remembering((pet: JsonObject) => serviceSchemas.Pet(pet))
// Each field has a rule, and most replies have no pet that breaks any.
const hasWrongPet = remembering((exchange: RecordedExchange) =>
  petsIn(exchange).some((pet) => problemsOf(pet).length > 0),
)

/** Whether all that a list shows under one id is the same pet. */
function repeatsPets({ json }: RecordedExchange): boolean {
  const pets = listed(json).filter(isObject)
  return [...Map.groupBy(pets, idText).values()].every(([first, ...others]) =>
    others.every((one) => textOf(one) === textOf(first)),
  )
}

function petRule(clause: ReplyRule['clause'], field: string): ReplyRule {
  return {
    clause,
    ofBody: true,
    ofPets: true,
    // A pet may have no status.
    concerns: (exchange) => petsIn(exchange).some((pet) => field !== 'status' || field in pet),
    expected: `a valid \`${field}\` in each pet`,
    fault: (exchange, isLeftover = isOdd) => {
      if (!hasWrongPet(exchange)) return undefined
      const isList = showsList(exchange)
      // That a valid body creates an odd pet is nothing that an invalid one has left.
      const isExempt = exchange.probe.operation === 'createPet' ? () => false : isLeftover
      for (const [at, pet] of (isList ? listed(exchange.json) : [exchange.json]).entries()) {
        const problem = isObject(pet) ? problemsOf(pet).find(({ path }) => path === field) : undefined
        if (problem === undefined || isExempt(pet)) continue
        const what = actualText({ ...problem, path: isList ? `[${at}].${field}` : field })
        return `invalid: ${what}${insteadOf(memberOf(pet, field))}`
      }
      return undefined
    },
  }
}

const MOST_OF_NUMBER = 40

/** The number that came instead: what is wrong with it may lie in its last digit. */
function insteadOf(value: unknown): string {
  const text = typeof value === 'string' ? '' : shown(value)
  if (!/^-?\d/.test(text)) return ''
  return `, not ${text.length > MOST_OF_NUMBER ? `${text.slice(0, MOST_OF_NUMBER)}…` : text}`
}
