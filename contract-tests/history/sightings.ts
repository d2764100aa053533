import { isInt64 } from '../../spec/exact-json/int64.ts'
import { limitBounds, petStatuses } from '../../spec/operations.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import type { PetStatus } from '../../spec/wire.ts'
import { type History, isSuccess, type RecordedExchange, remembering } from './history.ts'

/** A pet as one reply shows it. */
export interface Sighting {
  /** As decimal text. */
  readonly id: string
  /** Which pet it is: its id, and a second base address, for the two may show two stores. */
  readonly pet: string
  readonly name: string
  readonly categoryId: number | bigint
  readonly status: PetStatus | undefined
  readonly exchange: RecordedExchange
}

// Each rule reads them anew, and a proxy judges the same exchanges again with each further one.
/** The documented pets in the reply of an operation that succeeded; those whose fields are wrong are left out. */
export const sightingsIn = remembering((exchange: RecordedExchange): readonly Sighting[] =>
  petsIn(exchange).flatMap((pet) => sighting(pet, exchange) ?? []),
)

/**
 * All sightings of a history. A reply that is wrong by itself, or shows another pet than the one asked for, counts for nothing,
 * nor does what others have changed.
 */
export const sightingsOf = remembering(
  ({
    exchanges,
    discredited,
    changedPets,
  }: Pick<History, 'exchanges' | 'discredited' | 'changedPets'>): readonly Sighting[] =>
    exchanges.flatMap((exchange) => {
      if (discredited?.has(exchange.id) === true) return []
      const id = askedId(exchange)
      const shown = sightingsIn(exchange)
      const all = changedPets?.size ? shown.filter(({ pet }) => !changedPets.has(pet)) : shown
      return id === undefined ? all : all.filter((pet) => pet.id === id)
    }),
)

function petsIn(exchange: RecordedExchange): readonly unknown[] {
  const { probe, status, json } = exchange
  if (probe.operation === 'listPets' && status === 200) {
    // No page may be longer; of what a service sends instead nothing follows.
    return Array.isArray(json) && json.length <= limitBounds.most ? json : []
  }
  const isRead = probe.operation === 'getPet' && status === 200
  const isCreation = probe.operation === 'createPet' && isSuccess(exchange)
  return isRead || isCreation ? [json] : []
}

function sighting(pet: unknown, exchange: RecordedExchange): Sighting | undefined {
  if (typeof pet !== 'object' || pet === null) return undefined
  const { id, name, categoryId, status }: Readonly<Record<string, unknown>> = { ...pet }
  if (!isInt64(id) || typeof name !== 'string' || !isInt64(categoryId)) return undefined
  if (serviceSchemas.Pet(pet).length > 0) return undefined
  return {
    id: String(id),
    pet: petName(exchange, String(id)),
    name,
    categoryId,
    status: petStatuses.find((one) => one === status),
    exchange,
  }
}

/** Which pet an id is at the base address of an exchange. */
export function petName({ probe: { base } }: RecordedExchange, id: string): string {
  return base === undefined ? id : `${base} ${id}`
}

/** What a list was asked for, where the document says what that means. */
export interface ListQuery {
  readonly limit: number
  readonly status: PetStatus | undefined
}

/** `undefined` where a parameter is unlawful, unknown or there twice. */
export const listQuery = remembering(({ probe }: RecordedExchange): ListQuery | undefined => {
  if (probe.operation !== 'listPets' || probe.method === 'HEAD') return undefined
  const query = new URLSearchParams(probe.path.split('?')[1] ?? '')
  const names = [...query.keys()]
  const isPlain = names.every((name) => name === 'limit' || name === 'status')
  if (!isPlain || new Set(names).size < names.length) return undefined
  const limit = lawfulLimit(query.get('limit') ?? String(limitBounds.default))
  const status = query.get('status')
  if (limit === undefined) return undefined
  const lawful = petStatuses.find((one) => one === status)
  return status !== null && lawful === undefined ? undefined : { limit, status: lawful }
})

/** A lawful limit; `undefined` for any other text, also one with a zero before it, which readers differ on. */
export function lawfulLimit(text: string): number | undefined {
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : Number.NaN
  return limit >= limitBounds.least && limit <= limitBounds.most ? limit : undefined
}

/** The value of a query parameter that is there once: which of several counts is open. */
export function soleParameter(
  { path }: Pick<RecordedExchange['probe'], 'path'>,
  name: string,
): string | undefined {
  const [value, ...others] = new URLSearchParams(path.split('?')[1] ?? '').getAll(name)
  return others.length === 0 ? value : undefined
}

/** What a list was asked for that surely shows all there are of it: a page that is not full; `undefined` for any other. */
export function wholeList(exchange: RecordedExchange): ListQuery | undefined {
  const { status, json } = exchange
  if (status !== 200 || !Array.isArray(json)) return undefined
  const query = listQuery(exchange)
  return query !== undefined && json.length < query.limit ? query : undefined
}

/** The id of the pet that a getPet asked for, as decimal text; `undefined` where it is written in any unusual way. */
export function askedId({ probe }: RecordedExchange): string | undefined {
  if (probe.operation !== 'getPet' || probe.method === 'HEAD') return undefined
  return /^\/pets\/(0|-?[1-9]\d*)$/.exec(probe.path)?.[1]
}

/** What is expected where a list without a filter lacks all pets of a status: one of them, and why it belongs there. */
export function unfiltered({ id, status, exchange }: Sighting, limit: number): string {
  return `pet ${id}, which ${status === undefined ? 'has no status' : `is ${status}`}, among the pets of a list without a status filter: #${exchange.id} has shown that pet, and the list has fewer pets than its limit of ${limit}`
}
