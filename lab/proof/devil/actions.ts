/** The three operations, for a caller who has been admitted. */
import type { Breaker, Flight } from './breaker.ts'
import type { Choices } from './devilries.ts'
import { parse, type Json } from './json.ts'
import type { Neighbours } from './neighbours.ts'
import { hash } from './random.ts'
import type { Draft, Speaker } from './reply.ts'
import { parameter, type Asked } from './request.ts'
import { readWanted, Wrong, type Wanted } from './rules.ts'
import { asStatus, petJson, type Ids, type Pet, type PetStatus, type Store } from './store.ts'

export interface Scene {
  readonly choices: Choices
  readonly speaker: Speaker
  readonly breaker: Breaker
  readonly flight: Flight
  readonly store: Store
  readonly neighbours: Neighbours
  readonly ids: Ids
  readonly now: number
  readonly requestNumber: number
  readonly seed: number
}

const REMOVAL = Date.UTC(2030, 11, 5)
const DAY = 86_400_000
const OUTSIDE = { 400: 400, 422: 422 } as const

function refusedAs(choice: string): 400 | 422 | undefined {
  return choice === '400' || choice === '422' ? OUTSIDE[choice] : undefined
}

// ---- listPets

export function listPets(asked: Asked, scene: Scene): Draft {
  const { choices, speaker, requestNumber: n, breaker } = scene
  const sentLimit = parameter(asked, 'limit', choices, n)
  const sentStatus = parameter(asked, 'status', choices, n)
  if (typeof sentLimit === 'object' || typeof sentStatus === 'object')
    return speaker.error(400, 'a parameter is there twice', n)
  const unknown = asked.query.find(([name]) => !['limit', 'status', ...pagingNames(choices)].includes(name))
  if (unknown !== undefined && choices.at('queryUnknown', unknown[0], n) === '400') {
    return speaker.error(400, 'a parameter is not known', n)
  }
  const limit = readLimit(sentLimit, scene)
  if (typeof limit !== 'number') return limit
  const status = readStatus(sentStatus, scene)
  if (typeof status === 'object') return status
  const filter = breaker.filter(status === 'none' ? undefined : status)
  const fitting =
    filter === undefined ? scene.store.all() : scene.store.all().filter((pet) => pet.status === filter)
  const from = pageStart(asked, fitting, limit, choices)
  if (from === undefined) return speaker.error(400, 'there is no such page', n)
  const size = breaker.pageSize(limit, sentLimit !== undefined)
  const page = breaker.page(fitting.slice(from, from + size), filter, size, scene.store)
  const body = page.map((pet) => petJson(pet, choices.of('petExtras')))
  const more = from + limit < fitting.length
  const headers = more ? nextPage(asked, from + limit, limit, page, choices) : {}
  return { status: 200, headers, body }
}

function readLimit(text: string | undefined, scene: Scene): number | Draft {
  if (text === undefined) return 20
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 100) return Number(text)
  const choice = scene.choices.at('limitOutside', text, scene.requestNumber)
  const refused = refusedAs(choice)
  if (refused !== undefined)
    return scene.speaker.error(refused, 'limit must be a number from 1 to 100', scene.requestNumber)
  const number = text.trim() === '' ? NaN : Math.trunc(Number(text))
  return choice === 'clamped' && Number.isFinite(number) ? Math.min(100, Math.max(1, number)) : 20
}

function readStatus(text: string | undefined, scene: Scene): PetStatus | 'none' | 'nothing' | Draft {
  if (text === undefined) return 'none'
  const known = asStatus(text)
  if (known !== undefined) return known
  const choice = scene.choices.at('statusOutside', text, scene.requestNumber)
  if (choice === 'ignored') return 'none'
  if (choice === 'empty') return 'nothing'
  const meant = choice === 'any-case' ? asStatus(text.toLowerCase()) : undefined
  return (
    meant ??
    scene.speaker.error(
      refusedAs(choice) ?? 400,
      'status must be available, pending or sold',
      scene.requestNumber,
    )
  )
}

/** How further pages are asked for is not shown, so it may be in any of these ways. */
function pagingNames(choices: Choices): readonly string[] {
  const name: Readonly<Record<string, string>> = {
    'link-cursor': 'cursor',
    'link-offset': 'offset',
    'link-page': 'page',
    'link-relative': 'after',
  }
  return [name[choices.of('pages')] ?? []].flat()
}

function pageStart(
  asked: Asked,
  fitting: readonly Pet[],
  limit: number,
  choices: Choices,
): number | undefined {
  const [name = ''] = pagingNames(choices)
  const text = asked.query.findLast(([own]) => own === name)?.[1]
  if (text === undefined) return 0
  if (!/^-?\d{1,19}$/.test(text)) return undefined
  if (name === 'offset') return Math.max(0, Number(text))
  if (name === 'page') return Math.max(0, Number(text) - 1) * limit
  const last = fitting.findIndex((pet) => pet.id === BigInt(text))
  return last < 0 ? undefined : last + 1
}

function nextPage(
  asked: Asked,
  from: number,
  limit: number,
  page: readonly Pet[],
  choices: Choices,
): Draft['headers'] {
  const [name] = pagingNames(choices)
  const last = page.at(-1)
  if (name === undefined || last === undefined) return {}
  const query = new URLSearchParams(
    asked.query.filter(([own]) => own !== name).map(([own, value]): [string, string] => [own, value]),
  )
  query.set(
    name,
    name === 'offset'
      ? String(from)
      : name === 'page'
        ? String(Math.floor(from / limit) + 1)
        : String(last.id),
  )
  const path = name === 'after' ? '' : `${asked.base === 'staging' ? '/staging' : ''}/v1/pets`
  return { Link: `<${path}?${query.toString()}>; rel="next"` }
}

// ---- createPet

export function createPet(asked: Asked, scene: Scene): Draft {
  const { choices, speaker, breaker, requestNumber: n } = scene
  const type = asked.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;.*)?$/i.test(type)) {
    const choice = choices.at('contentType', type, n)
    if (choice === '415') return speaker.error(415, 'the body must be application/json', n)
    if (choice === '400') return speaker.error(400, 'the body must be application/json', n)
  }
  const body = breaker.body(parsed(asked.body), scene)
  const wanted = readWanted(body, scene.store, choices, n)
  if (wanted instanceof Wrong) {
    const spared = breaker.sparedOf(body, scene)
    if (spared !== undefined) keep(spared, scene)
    return speaker.error(400, wanted.why, n)
  }
  return created(keep(wanted, scene), asked, scene)
}

export function parsed(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : parse(text)
  } catch {
    return undefined
  }
}

function keep(wanted: Wanted, scene: Scene): Pet {
  const pet = petOf(wanted, scene)
  scene.neighbours.sees(pet)
  if (scene.breaker.stores(pet, scene.flight)) scene.store.add(pet)
  scene.flight.created = pet
  return pet
}

function petOf(wanted: Wanted, scene: Scene): Pet {
  return {
    ...wanted,
    id: scene.ids.next(),
    status: wanted.status ?? asStatus(scene.choices.of('defaultStatus')),
    from: 'client',
    created: scene.now,
    nr: 0,
  }
}

function created(pet: Pet, asked: Asked, scene: Scene): Draft {
  const path = `${asked.base === 'staging' ? '/staging' : ''}/v1/pets/${pet.id}`
  const places: Readonly<Record<string, string>> = {
    path,
    absolute: `https://petstore.example${path}`,
    'wrong-looking': `/v2/animals/${hash(pet.id)}`,
  }
  const place = places[scene.choices.of('location')]
  const headers: Draft['headers'] = place === undefined ? {} : { Location: place }
  return { status: 201, headers, body: petJson(pet, scene.choices.of('petExtras')) }
}

// ---- getPet

export function getPet(text: string, scene: Scene): Draft {
  const { choices, speaker, requestNumber: n } = scene
  const removed = removedAs(choices.of('afterRemoval'), scene.now)
  if (removed !== undefined) return speaker.error(removed, 'this operation has been removed', n)
  const plain = int64Of(text)
  const choice = choices.at('petIdOdd', text, n)
  if (plain === undefined && (choice === '400' || choice === '422')) {
    return speaker.error(choice === '400' ? 400 : 422, 'petId must be an integer of 64 bits', n)
  }
  const meant = /^\s*([+-]?)0*(\d+)(?:\.0+)?\s*$/.exec(text)
  const id =
    plain ??
    (choice === 'read' && meant ? int64Of(`${meant[1] === '-' ? '-' : ''}${meant[2] ?? ''}`) : undefined)
  const pet = scene.breaker.found(id === undefined ? undefined : scene.store.find(id), scene.flight)
  if (pet === undefined) return speaker.error(404, 'there is no such animal', n)
  return { status: 200, headers: {}, body: petJson(pet, choices.of('petExtras')) }
}

export function int64Of(text: string): bigint | undefined {
  if (!/^(0|-?[1-9]\d{0,18})$/.test(text)) return undefined
  const exact = BigInt(text)
  return BigInt.asIntN(64, exact) === exact ? exact : undefined
}

function removedAs(choice: string, now: number): 404 | 410 | undefined {
  if (choice === '404-a-day-later') return now >= REMOVAL + DAY ? 404 : undefined
  if (now < REMOVAL || choice === 'served') return undefined
  return choice === '410' ? 410 : 404
}

/** What announces the removal, on the replies of getPet. */
export function deprecationOf(scene: { choices: Choices; requestNumber: number }): Draft['headers'] {
  const sunset = new Date(REMOVAL).toUTCString()
  switch (scene.choices.at('deprecation', '', scene.requestNumber)) {
    case 'sunset':
      return { Sunset: sunset }
    case 'draft-true':
      return { Deprecation: 'true', Sunset: sunset }
    case 'dated':
      return {
        Deprecation: '@1735689600',
        Sunset: sunset,
        Link: '</v1/pets?status=available>; rel="successor-version"',
      }
    case 'warning':
      return { Warning: '299 - "deprecated"' }
    default:
      return {}
  }
}
