import { setImmediate as turn } from 'node:timers/promises'
import { choosable, concreteVariants, parseChoices, type Choices } from '../../spec/choices.ts'
import type { MockOptions } from '../../mock/options.ts'
import type { Overlay, ServiceRequest } from './violations/service.ts'
import { coveringArray } from './free/covering-array.ts'

// With a charset it is no other type.
const JSON_TYPE = /^application\/json(?:; charset=utf-8)?$/

/** Conditions under which a lawful service is hard to judge. */
export const troubles = [
  'none',
  'another client',
  'a slow network',
  'a clock that is off',
  'a gateway in front',
] as const
export type Trouble = (typeof troubles)[number]

/** A service that conforms: the mock with lawful variants, some pets and a moment to begin at, and a trouble on the way to it. */
export interface Lawful {
  readonly name: string
  readonly mock: MockOptions
  /** What its clock shows first (RFC 3339). */
  readonly begins: string
  readonly trouble: Trouble
}

const PETS = [50, 0, 1, 20, 60, 100, 101, 250, 500]
// In a window and at its end, at the end of a year, on 29 February, and after the removal of getPet.
const MOMENTS = [
  '2026-11-20T10:00:30Z',
  '2026-11-20T09:59:59.900Z',
  '2026-11-20T10:00:00Z',
  '2026-11-20T10:00:04Z',
  '2026-12-31T23:59:57Z',
  '2028-02-29T00:00:01Z',
  '2031-03-01T12:00:00Z',
]
const MIXES = 200

/** Services with every pair of lawful variants and no trouble, and random mixes with each trouble in turn. */
export function lawfulServices(): readonly Lawful[] {
  const rows = coveringArray(
    Object.fromEntries(choosable.map((point) => [point.id, concreteVariants(point)])),
  )
  const pairs = rows.map((row, at): Lawful => {
    const choices: Partial<Choices> = parseChoices(row)
    return {
      name: `pairs ${at + 1}`,
      begins: momentAt(at),
      mock: { pets: petCountAt(at), choices },
      trouble: 'none',
    }
  })
  const mixes = Array.from({ length: MIXES }, (_none, at): Lawful => {
    const trouble = troubles[at % troubles.length] ?? 'none'
    return {
      name: `mix ${at + 1}`,
      begins: momentAt(at),
      mock: { pets: petCountAt(at), vary: at + 1 },
      trouble,
    }
  })
  return [...pairs, ...mixes]
}

function petCountAt(at: number): number {
  return PETS[at % PETS.length] ?? 0
}

function momentAt(at: number): string {
  return MOMENTS[at % MOMENTS.length] ?? ''
}

const OFF_MS = 2000

/** How far a wrong clock is ahead, in milliseconds: two seconds, or minus two. */
export function clockOff(seed: number): number {
  return Math.floor(seed / troubles.length) % 2 === 0 ? OFF_MS : -OFF_MS
}

/** The overlay of a trouble, the same each time for the same seed. */
export function overlayFor(trouble: Trouble, seed: number): Overlay {
  if (trouble === 'another client') return anotherClient(seed)
  if (trouble === 'a gateway in front') return gateway
  return trouble === 'a slow network' ? slowNetwork(seed) : (healthy) => healthy
}

/** A gateway that answers requests outside of the document itself: in HTML, without rate-limit headers. */
export const gateway: Overlay = (healthy) => async (request) => {
  const { method, path, headers, operation } = request
  if (method === 'HEAD') return { status: 405, headers: { 'content-type': 'text/html' }, body: '' }
  const { status, ...reply } = await healthy(request)
  const isDescribed =
    operation !== undefined &&
    (operation !== 'getPet' || (/^\/pets\/-?\d+$/.test(path) && status !== 410) || status === 400) &&
    (operation !== 'createPet' || JSON_TYPE.test(headers['content-type'] ?? ''))
  // The service checks and counts the key before anything else.
  if (isDescribed || [200, 401, 429].includes(status)) return { status, ...reply }
  return { status, headers: { 'content-type': 'text/html' }, body: `<h1>${status}</h1>` }
}

/** Another client with the same key, which sends requests between those of the suite. */
function anotherClient(seed: number): Overlay {
  return (healthy) => {
    let requests = seed
    return async (request) => {
      requests += 1
      for (let more = requests % 4; more > 1; more -= 1) await healthy(THEIRS)
      return await healthy(request)
    }
  }
}

const THEIRS: ServiceRequest = {
  method: 'GET',
  base: '/v1',
  path: '/pets?limit=1',
  headers: { authorization: 'Bearer free-demo-key' },
  body: undefined,
  operation: 'listPets',
}

const MOST_TURNS = 8
const ONE_CUT_IN = 50

/** Delays each reply by some turns of the event loop, and cuts one connection in fifty: before the request arrives, or after it. */
function slowNetwork(seed: number): Overlay {
  return (healthy) => {
    let requests = seed
    return async (request) => {
      requests += 1
      for (let turns = (requests * 7) % MOST_TURNS; turns > 0; turns -= 1) await turn()
      const isCut = requests % ONE_CUT_IN === 0
      if (isCut && seed % 2 === 0) throw new Error('cut before the request arrived')
      const reply = await healthy(request)
      if (isCut) throw new Error('cut before the reply was sent')
      return reply
    }
  }
}
