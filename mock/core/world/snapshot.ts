import { defaultChoices, parseChoices, type Choices } from '../../../spec/choices.ts'
import { toInt64, type Int64 } from '../../../spec/exact-json/int64.ts'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import { customFigures } from '../../../spec/plans.ts'
import type { Pet } from '../../../spec/wire.ts'
import { counted } from '../../../spec/wording.ts'
import { Faults, type FaultSpec, type FaultRecord } from '../faults/faults.ts'
import {
  addAddress,
  addKey,
  anonymousCaller,
  keyCaller,
  newCallers,
  type Caller,
  type KeySpec,
} from '../limits/caller.ts'
import { newMeter, type Meter, type Window } from '../limits/meter.ts'
import type { Share } from '../memory/memory.ts'
import { petBytes, storePet, type StoredPet } from '../pets/pet-store.ts'
import { Clock, isoTime, LATEST, LATEST_YEAR } from '../settings/clock.ts'
import { seededRandom } from '../settings/random.ts'
import { throwInvalid } from './control-error.ts'
import { checkInput } from './input.ts'
import { faultProblem, planProblem } from './spec-problems.ts'
import { createState, publishHealed, throwNoRoom, type LocalState, type Ports } from './world-state.ts'
import type { Publish } from './world-store.ts'

/** The state of a world at a moment, as a JSON document with a schema in the control API. Times are ISO 8601. */
export interface Snapshot {
  version: number
  clock: { now: string; frozen: boolean; speed: number }
  limits: boolean
  choices: Record<string, unknown>
  keys: (Given<KeySpec> & { quota: SavedQuota })[]
  addresses: { address: string; quota: SavedQuota }[]
  faults: SavedFault[]
  /** The oldest first; with fields that the document of the service does not name. */
  pets: { createdAt: string; pet: Pet }[]
  categories: Int64[]
  ids: { 'from-1': Int64; 'beyond-2-53': Int64; gone: Int64[] }
  random: { ids: number; faults: number }
}

/** What a world can start from: a snapshot, or one without times, which starts at the present. */
export interface SavedWorld extends Omit<Snapshot, 'clock' | 'pets'> {
  clock?: Snapshot['clock']
  pets: { createdAt?: string; pet: Pet }[]
}

/** What another setting can be laid over. */
export type SavedSettings = Pick<Snapshot, 'limits' | 'faults'>

/** Which settings are saved in place of the present ones. */
export type SettingsKept = (present: SavedSettings) => SavedSettings

interface SavedQuota {
  readonly minute: SavedWindow
  readonly day: SavedWindow
  readonly strikes: number
  readonly strikesUntil?: string
  readonly bannedUntil?: string
}

interface SavedWindow {
  readonly opened?: string
  readonly used: number
}

type SavedFault = Given<FaultSpec> & { id: number; hits: number; passed: number; healsAt?: string }

/** The same with no `undefined`, which JSON does not have. */
type Given<Spec> = { [Name in keyof Spec]: Exclude<Spec[Name], undefined> }

const VERSION = 1

/** Makes a snapshot of the current state of a world. */
export function createSnapshot(state: LocalState): Snapshot {
  const pets = Array.from(state.pets.all(), ({ json, createdAt }) => ({
    createdAt: isoTime(createdAt),
    // The stored text was written from a pet.
    pet: parseJson(json) as Pet,
  }))
  return { ...snapshotWithoutPets(state), pets }
}

/** The number of characters from which a piece is complete: it is written in some two milliseconds. */
const PIECE = 131_072

/**
 * A snapshot of the current state of a world as JSON text, with each pet on a line of its own. Each piece of it is written when
 * it is read; what happens in the world meanwhile does not show.
 */
export function snapshotText(state: LocalState, kept: SettingsKept = (present) => present): Iterable<string> {
  const present = snapshotWithoutPets(state)
  const rest = stringifyJson({ ...present, ...kept(present) }).slice(0, -1)
  const pets = state.pets.all()
  return { [Symbol.iterator]: () => pieces(`${rest},"pets":[`, pets) }
}

function* pieces(start: string, pets: Iterable<StoredPet>): Generator<string, undefined> {
  let piece = start
  let separator = '\n'
  for (const { json, createdAt } of pets) {
    piece += `${separator}{"createdAt":"${isoTime(createdAt)}","pet":${json}}`
    separator = ',\n'
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield `${piece}\n]}\n`
}

function snapshotWithoutPets(state: LocalState): Omit<Snapshot, 'pets'> {
  const { clock, callers, pets, faults, random, categories, settings, limitsOn } = state
  const { now, frozen, speed } = clock.read()
  const { next, retired } = pets.numbering.state
  return {
    version: VERSION,
    clock: { now: isoTime(now), frozen, speed },
    limits: limitsOn,
    choices: { ...settings.choices },
    keys: Array.from(callers.keys.values(), (caller) => ({
      ...saveKey(caller),
      quota: saveQuota(caller.meter),
    })),
    addresses: Array.from(callers.addresses.values(), ({ id, meter }) => ({
      address: id,
      quota: saveQuota(meter),
    })),
    faults: faults.records(now).map(saveFault),
    categories: Array.from(categories, (category) => toInt64(BigInt(category))),
    ids: { ...next, gone: [...retired] },
    random: { ids: random.ids.state(), faults: random.faults.state() },
  }
}

/** A valid saved world, with its pets as they are stored. */
export interface CheckedWorld {
  readonly saved: Omit<SavedWorld, 'pets'>
  readonly pets: WrittenPets
}

/** Pets as they are stored; one without a time was created when its world starts. */
export interface WrittenPets {
  readonly all: readonly StoredPet[]
  /** The memory that they take, in bytes. */
  readonly bytes: number
}

/** Validates a snapshot; throws a ControlError or a ChoiceError with the path of the problem. */
export function checkSnapshot(value: unknown, whole?: string): SavedWorld {
  checkInput('restoreWorld', { body: value }, whole)
  // The check is the proof of the shape.
  const snapshot = value as SavedWorld
  const { version, clock, keys, faults, pets } = snapshot
  if (version > VERSION) throwInvalid(`version ${version} is of a later mock: this one reads ${VERSION}`)
  const now = clock && Date.parse(clock.now)
  if (now !== undefined && (now < 0 || now > LATEST))
    throwInvalid(`clock.now must be between 1970 and ${LATEST_YEAR}`)
  parseChoices(snapshot.choices)
  const names = keys.map(({ key }) => key)
  for (const [place, key] of keys.entries()) refuse(planProblem(key, `keys[${place}]`))
  refuse(twice('keys', names))
  for (const [place, fault] of faults.entries()) {
    const { id: _id, hits: _hits, passed: _passed, healsAt: _healsAt, ...spec } = fault
    refuse(faultProblem(spec, `faults[${place}]`))
  }
  refuse(
    twice(
      'faults',
      faults.map(({ id }) => id),
    ),
  )
  refuse(
    twice(
      'pets',
      pets.map(({ pet }) => pet.id),
    ),
  )
  return snapshot
}

/** Writes the pets of a valid snapshot. */
export function writePets({ pets }: SavedWorld): WrittenPets {
  let bytes = 0
  const all = pets.map(({ createdAt, pet }) => {
    const { id, name, categoryId, status, ...more } = pet as Pet & Record<string, unknown>
    const fields = { name, categoryId, status, more }
    const stored = storePet(toInt64(BigInt(id)), fields, parseTime(createdAt) ?? UNDATED)
    bytes += petBytes(stored)
    return stored
  })
  return { all, bytes }
}

const UNDATED = -Infinity

/** The state that was saved, within `share`; throws a ControlError where there is no room for it. */
export function restoreState(
  { saved: snapshot, pets: { all, bytes } }: CheckedWorld,
  ports: Ports,
  share: Share,
  publish: Publish,
): LocalState {
  const clock = restoreClock(snapshot, ports)
  const random = { ids: seededRandom(snapshot.random.ids), faults: seededRandom(snapshot.random.faults) }
  const { gone, ...next } = snapshot.ids
  const pets = ports.createPetStore(share, random.ids)
  pets.numbering.goOn({ next, retired: gone })
  const faults = new Faults(random.faults, publishHealed(publish))
  faults.restore(snapshot.faults.map(({ healsAt, ...fault }) => ({ ...fault, healsAt: parseTime(healsAt) })))
  const callers = newCallers([], share) ?? throwNoRoom('its keys')
  for (const { quota, ...spec } of snapshot.keys) {
    if (!addKey(callers, { ...keyCaller(spec), meter: restoreMeter(quota) })) {
      throwNoRoom(counted(snapshot.keys.length, 'key'))
    }
  }
  for (const { address, quota } of snapshot.addresses) {
    addAddress(callers, { ...anonymousCaller(address), meter: restoreMeter(quota) })
  }
  const present = clock.now()
  const dated = all.map((pet) => (pet.createdAt === UNDATED ? { ...pet, createdAt: present } : pet))
  if (!pets.addStored(dated, bytes)) throwNoRoom(counted(all.length, 'pet'))
  // A snapshot of an earlier version knows fewer open points.
  const choices: Choices = { ...defaultChoices, ...parseChoices(snapshot.choices) }
  const categories = new Set(snapshot.categories.map(String))
  const parts = { clock, callers, pets, faults, random, categories, publish, limitsOn: snapshot.limits }
  return createState(parts, choices, ports)
}

function restoreClock({ clock: saved }: CheckedWorld['saved'], ports: Ports): Clock {
  const clock = new Clock(ports.time)
  if (!saved) return clock
  clock.setSpeed(saved.speed)
  clock.freeze(saved.frozen)
  clock.set(Date.parse(saved.now))
  return clock
}

export function saveFault({ healsAt, ...fault }: FaultRecord): SavedFault {
  const said = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined))
  const heals = healsAt === undefined ? {} : { healsAt: isoTime(healsAt) }
  // The same fault without its undefined fields.
  return { ...(said as typeof fault & Given<FaultSpec>), ...heals }
}

function saveKey({ id, plan, limits }: Caller): Given<KeySpec> {
  const figures = { perMinute: limits.minute, perDay: limits.day }
  const own = Object.fromEntries(customFigures(plan).map((name) => [name, figures[name]]))
  return { key: id, plan, ...own }
}

function saveQuota({ minute, day, strikes, strikesUntil, bannedUntil }: Meter): SavedQuota {
  return {
    minute: saveWindow(minute),
    day: saveWindow(day),
    strikes,
    ...(strikesUntil > 0 && { strikesUntil: isoTime(strikesUntil) }),
    ...(bannedUntil > 0 && { bannedUntil: isoTime(bannedUntil) }),
  }
}

function saveWindow({ opened, used }: Window): SavedWindow {
  return { ...(opened !== undefined && { opened: isoTime(opened) }), used }
}

function restoreMeter({ minute, day, strikes, strikesUntil, bannedUntil }: SavedQuota): Meter {
  return {
    ...newMeter(),
    minute: { opened: parseTime(minute.opened), used: minute.used },
    day: { opened: parseTime(day.opened), used: day.used },
    strikes,
    strikesUntil: parseTime(strikesUntil) ?? 0,
    bannedUntil: parseTime(bannedUntil) ?? 0,
  }
}

export function parseTime(text: string): number
export function parseTime(text: string | undefined): number | undefined
export function parseTime(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}

function twice(list: string, ids: readonly (Int64 | string)[]): string | undefined {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(String(id))) return `${list} hold ${typeof id === 'string' ? JSON.stringify(id) : id} twice`
    seen.add(String(id))
  }
  return undefined
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throwInvalid(problem)
}
