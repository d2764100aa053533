import { settle, type Choices } from '../../../spec/choices.ts'
import { longDay } from '../../../spec/date-time.ts'
import { parseInt64 } from '../../../spec/exact-json/int64.ts'
import { pathOf, REMOVAL_OF_GET_PET } from '../../../spec/operations.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { refusal, type HeaderList, type Outcome, type Refusal } from '../message/outcome.ts'
import { petJson, type PetStore } from './pet-store.ts'

/** GET /pets/{petId}: one pet, and that its operation is going to end (sections Endpoints, Versioning). */
export function getPet(
  pets: PetStore,
  petId: string,
  base: string,
  now: number,
  choices: Choices,
): Awaitable<Outcome> {
  return andThen(findPet(pets, petId, now, choices), (outcome) =>
    settle(choices, 'deprecation-headers', { standard: true, none: false })
      ? { ...outcome, headers: [...(outcome.headers ?? []), ...deprecationHeaders(base)] }
      : outcome,
  )
}

function findPet(pets: PetStore, petId: string, now: number, choices: Choices): Awaitable<Outcome> {
  const removed = now >= REMOVAL_OF_GET_PET ? removal(choices) : undefined
  if (removed) return removed
  const id = parseInt64(petId)
  if (id === undefined) return invalidId(petId, choices)
  return andThen(pets.get(id), (pet): Outcome => {
    if (!pet) return notFound(id.toString(), 'GET-2')
    return {
      status: 200,
      json: petJson(pet, choices),
      reason: { step: 'act', rule: 'GET-1', sentence: `found pet ${id}` },
    }
  })
}

function removal(choices: Choices): Refusal | undefined {
  const rule = 'after-sunset'
  const code = settle(choices, rule, {
    '410': 'operation_removed',
    '404': 'operation_not_found',
    'still-served': undefined,
  })
  if (code === undefined) return undefined
  const day = longDay(REMOVAL_OF_GET_PET)
  const message = `This operation was removed on ${day}: use GET /pets with the status filter`
  return refusal(code, message, { step: 'act', rule })
}

function invalidId(petId: string, choices: Choices): Refusal {
  const rule = 'invalid-pet-id'
  switch (choices[rule]) {
    case '404':
      return notFound(shorten(petId), rule)
    case '400': {
      const message = `petId must be an integer from -2^63 to 2^63 - 1, not "${shorten(petId)}"`
      return refusal('invalid_pet_id', message, { step: 'act', rule })
    }
  }
}

function notFound(id: string, rule: 'GET-2' | 'invalid-pet-id'): Refusal {
  return refusal('pet_not_found', `No pet has the id ${id}`, { step: 'act', rule })
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

// The document names no day on which the deprecation began; five years before the removal serves as one.
const DEPRECATED_SINCE = `@${new Date(REMOVAL_OF_GET_PET).setUTCFullYear(2025) / 1000}`
const SUNSET = new Date(REMOVAL_OF_GET_PET).toUTCString()
const SUCCESSOR = pathOf('listPets')

/** The headers that announce the end of getPet (RFC 9745, RFC 8594; links by RFC 8288 and RFC 5829). */
function deprecationHeaders(base: string): HeaderList {
  const link = `<${base}${SUCCESSOR}>; rel="successor-version"`
  return ['Deprecation', DEPRECATED_SINCE, 'Sunset', SUNSET, 'Link', link]
}
