import { settle, type Choices } from '../../../spec/choices.ts'
import { pathOf } from '../../../spec/operations.ts'
import { problemText } from '../../../spec/schema-check.ts'
import { serviceSchemas } from '../../../spec/service-schemas.ts'
import type { NewPet } from '../../../spec/wire.ts'
import { andThen, type Awaitable } from '../message/awaitable.ts'
import { isRefusal, refusal, type Outcome, type Refusal } from '../message/outcome.ts'
import type { Settings } from '../settings/settings.ts'
import { petJson, type PetFields, type PetStore, type StoredPet } from './pet-store.ts'

/** The pets of a world, and the rules for a new one. */
export interface PetState {
  readonly pets: PetStore
  /** The categories of the starting pets, as decimal text. */
  readonly categories: ReadonlySet<string>
  readonly settings: Settings
}

const NO_ROOM =
  'No more pets can be kept: the memory that all worlds share is full; reset or remove a world, or give it more (--memory; in Redis, maxmemory)'

/** POST /pets: adds the pet that a parsed body describes (section Endpoints); `now` in Unix milliseconds. */
export function createPet(state: PetState, body: unknown, base: string, now: number): Awaitable<Outcome> {
  const { choices } = state.settings
  const fields = readNewPet(body, state)
  if (isRefusal(fields)) return fields
  const created = state.pets.create({ fields, createdAt: now }, choices['id-numbering'])
  return andThen(created, (pet) =>
    pet ? creation(pet, base, choices) : refusal('storage_full', NO_ROOM, { step: 'act' }),
  )
}

function creation(pet: StoredPet, base: string, choices: Choices): Outcome {
  const isLocated = settle(choices, 'location-on-201', { yes: true, no: false })
  return {
    status: 201,
    json: petJson(pet, choices),
    reason: { step: 'act', rule: 'CREATE-1', sentence: `added pet ${pet.id}` },
    headers: isLocated ? ['Location', base + pathOf('getPet', pet.id)] : undefined,
  }
}

/** Validates a parsed body as a new pet (sections NewPet, POST /pets); a refusal names every field that is wrong. */
function readNewPet(body: unknown, state: PetState): PetFields | Refusal {
  const { choices } = state.settings
  const candidate = withoutNullStatus(body, choices)
  const problems = serviceSchemas.NewPet(candidate)
  if (problems.length > 0) {
    const sentences = problems.slice(0, 5).map((problem) => problemText(problem, 'The body'))
    return refusal('invalid_body', sentences.join('; '), {
      step: 'act',
      rule: brokenRule(problems[0]?.message),
    })
  }
  // The check is the proof of the shape.
  const { name, categoryId, status, ...others } = candidate as NewPet & Record<string, unknown>
  // Most bodies have none, so that nothing is to be settled about them.
  const more = Object.keys(others).length > 0 ? others : undefined
  const spelled = spelling(withoutUnsafe(name, choices), choices)
  return (
    badName(spelled, state.settings) ??
    unknownField(more, choices) ??
    unknownCategory(categoryId, state) ??
    withDefaults({ name: spelled, categoryId, status, more }, choices)
  )
}

const LONE_SURROGATES = /\p{Cs}/gu

/** A name without what the service leaves out of it or replaces in it. */
function withoutUnsafe(name: string, choices: Choices): string {
  const isNulDropped =
    name.includes('\0') && settle(choices, 'nul-in-name', { '400': false, kept: false, dropped: true })
  const text = isNulDropped ? name.replaceAll('\0', '') : name
  if (text.isWellFormed()) return text
  switch (choices['lone-surrogate-in-name']) {
    case '400':
    case 'kept':
      return text
    case 'dropped':
      return text.replaceAll(LONE_SURROGATES, '')
    case 'replaced':
      return text.toWellFormed()
  }
}

function spelling(name: string, choices: Choices): string {
  switch (choices['name-spelling']) {
    case 'as-sent':
      return name
    case 'trimmed':
      return name.trim()
    case 'composed':
      return name.normalize()
    case 'trimmed-composed':
      return name.trim().normalize()
  }
}

function withoutNullStatus(body: unknown, choices: Choices): unknown {
  if (typeof body !== 'object' || body === null || !('status' in body) || body.status !== null) return body
  if (!settle(choices, 'null-status', { 'as-omitted': true, '400': false })) return body
  const { status: _status, ...others } = body
  return others
}

function brokenRule(message: string | undefined): 'CREATE-3' | 'CREATE-4' {
  return message === 'is required' ? 'CREATE-3' : 'CREATE-4'
}

// oxlint-disable-next-line no-control-regex -- a control character is what it looks for
const CONTROL = /[\u0001-\u001f\u007f-\u009f]/

function badName(name: string, { choices, nameLengths }: Settings): Refusal | undefined {
  if (name.includes('\0') && choices['nul-in-name'] === '400')
    return refusal('invalid_body', 'name must not hold NUL', { step: 'act', rule: 'nul-in-name' })
  if (!name.isWellFormed() && choices['lone-surrogate-in-name'] === '400') {
    const message = 'name must be Unicode text, without lone surrogates'
    return refusal('invalid_body', message, { step: 'act', rule: 'lone-surrogate-in-name' })
  }
  if (settle(choices, 'name-characters', { 'any-text': false, printable: true }) && CONTROL.test(name)) {
    return refusal('invalid_body', 'name must not hold control characters', {
      step: 'act',
      rule: 'name-characters',
    })
  }
  const { least, most } = nameLengths
  // No text has more characters than code units.
  if (least === 0 && name.length <= most) return undefined
  const length = Array.from(name).length
  if (length < least) return badLength('shortest-name', `at least ${least}`, length)
  return length > most ? badLength('longest-name', `at most ${most}`, length) : undefined
}

function badLength(rule: 'shortest-name' | 'longest-name', bound: string, length: number): Refusal {
  const message = `name must be ${bound} characters long, not ${length}`
  return refusal('invalid_body', message, { step: 'act', rule })
}

function unknownField(more: PetFields['more'], choices: Choices): Refusal | undefined {
  const isRefused =
    more && settle(choices, 'unknown-body-field', { '400': true, dropped: false, kept: false })
  if (!isRefused) return undefined
  const [name = ''] = Object.keys(more)
  return refusal('invalid_body', `${JSON.stringify(name.slice(0, 60))} is not a field of a pet`, {
    step: 'act',
    rule: 'unknown-body-field',
  })
}

// The lowest that is accepted when some are refused.
const LEAST_CATEGORY = 1

function unknownCategory(
  categoryId: NewPet['categoryId'],
  { categories, settings }: PetState,
): Refusal | undefined {
  const isListed = categories.size === 0 || categories.has(categoryId.toString())
  const isAccepted = settle(settings.choices, 'category-check', {
    none: true,
    some: categoryId >= LEAST_CATEGORY,
    'known-only': isListed,
  })
  if (isAccepted) return undefined
  return refusal('invalid_body', `categoryId ${categoryId} belongs to no category`, {
    step: 'act',
    rule: 'category-check',
  })
}

function withDefaults(fields: PetFields, choices: Choices): PetFields {
  const fallback = choices['default-status']
  const status = fields.status ?? (fallback === 'absent' ? undefined : fallback)
  const { more } = fields
  const isStored = more && settle(choices, 'unknown-body-field', { '400': false, dropped: false, kept: true })
  return { ...fields, status, more: isStored ? withoutAssigned(more) : undefined }
}

/** The service assigns the id and the time of creation, whatever other fields it stores. */
function withoutAssigned({
  id: _id,
  createdAt: _createdAt,
  ...more
}: NonNullable<PetFields['more']>): PetFields['more'] {
  return more
}
