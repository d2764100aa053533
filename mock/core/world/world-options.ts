import { MOST, OVERHEAD } from '../memory/bounds.ts'
import {
  DEFAULT_SEED,
  makePets,
  MOST_PETS,
  PETS_AT_HAND,
  petsAtHand,
  type PetsOptions,
  type SeedPet,
} from '../../../fixtures/pets.ts'
import { seedPetProblems } from '../../../fixtures/seed-pet.ts'
import { parseChoices, type Choices } from '../../../spec/choices.ts'
import { listProblems, sentenceAt } from '../../../spec/schema-check.ts'
import { counted } from '../../../spec/wording.ts'
import type { FaultSpec } from '../faults/faults.ts'
import type { KeySpec } from '../limits/caller.ts'
import { vary } from '../settings/random.ts'
import { noSuchKey, throwInvalid } from './control-error.ts'
import { checkNamed } from './input.ts'
import { faultProblem, keyProblem } from './spec-problems.ts'
import { throwNoRoom, type WorldSeed } from './world-state.ts'

/** The options of a new world. Omitted ones stay as in the seed that these options change. */
export interface WorldOptions {
  /** For the starting pets and everything else that is random. */
  readonly seed?: number | undefined
  /** How many pets to start with, or which ones. */
  readonly pets?: number | readonly SeedPet[] | undefined
  /** Keys besides those that are there; the name of one that is there gives it another plan. */
  readonly keys?: readonly KeySpec[] | undefined
  /** Lawful variants to choose. */
  readonly choices?: Partial<Choices> | undefined
  /** A seed that chooses a random lawful variant at every open point; `choices` override it. */
  readonly vary?: number | undefined
  /** Faults to start with. */
  readonly faults?: readonly FaultSpec[] | undefined
  /** False switches the rate limits off. */
  readonly limits?: boolean | undefined
}

/**
 * The seed that options make of another one; rejects with a ControlError or a ChoiceError for a bad value, and for more
 * pets than `room` bytes can hold.
 */
export async function applyOptions(
  options: WorldOptions,
  base: WorldSeed,
  room = Infinity,
): Promise<WorldSeed> {
  checkNamed('WorldOptions', options, 'The options')
  // Too many pets are refused before they are made, because that needs memory too.
  const least = OVERHEAD.pet + OVERHEAD.startingPet
  if (typeof options.pets === 'number' && options.pets * least > room) {
    throwNoRoom(counted(options.pets, 'starting pet'))
  }
  const seeded = withoutPets(options, base)
  return { ...seeded, pets: petsAtOnce(options, base) ?? (await makePets(petsToMake(options, base))) }
}

/** The same at once; throws a ControlError too where the pets would have to be made first. */
export function applyAtOnce(options: WorldOptions, base: WorldSeed): WorldSeed {
  checkNamed('WorldOptions', options, 'The options')
  const seeded = withoutPets(options, base)
  const pets = petsAtOnce(options, base)
  if (pets) return { ...seeded, pets }
  const { seed, count } = petsToMake(options, base)
  throwInvalid(
    `Only the first ${PETS_AT_HAND} pets of seed ${DEFAULT_SEED} are at hand: make others first, with pets: await makePets({ seed: ${seed}, count: ${count} })`,
  )
}

function withoutPets(options: WorldOptions, base: WorldSeed): Omit<WorldSeed, 'pets'> {
  const { seed = base.seed, faults = base.faults, limits = base.limits } = options
  const keys = mergeKeys(options, base)
  checkFaults(faults, keys)
  return { seed, keys, choices: mergeChoices(options, base), faults, limits }
}

function petsAtOnce(options: WorldOptions, base: WorldSeed): readonly SeedPet[] | undefined {
  const { seed, pets } = options
  if (typeof pets === 'object') return checkedPets(pets)
  if (seed === undefined && pets === undefined) return base.pets
  return petsAtHand(petsToMake(options, base))
}

function petsToMake({ seed, pets }: WorldOptions, base: WorldSeed): Required<PetsOptions> {
  return { seed: seed ?? base.seed, count: typeof pets === 'number' ? pets : base.pets.length }
}

function checkedPets(pets: readonly SeedPet[]): readonly SeedPet[] {
  if (pets.length > MOST_PETS) throwInvalid(`pets may hold ${MOST_PETS} pets, not ${pets.length}`)
  const problems = listProblems(seedPetProblems(pets, 'pets'))
  if (problems !== '') throwInvalid(problems)
  // Copies, for they are read again with each reset, and must not have changed by then.
  return pets.map((pet) => ({ ...pet }))
}

function mergeKeys({ keys = [] }: WorldOptions, base: WorldSeed): readonly KeySpec[] {
  checkList('keys', keys, keyProblem)
  const byName = new Map([...base.keys, ...keys].map((spec) => [spec.key, spec]))
  if (byName.size > MOST.callers) throwInvalid(`There may be ${MOST.callers} keys, not ${byName.size}`)
  return [...byName.values()]
}

function checkFaults(faults: readonly FaultSpec[], keys: readonly KeySpec[]): void {
  const names = keys.map(({ key }) => key)
  checkList('faults', faults, (fault, place) => faultProblem(fault, place) ?? unknownKey(fault, names, place))
  if (faults.length > MOST.faults) throwInvalid(`There may be ${MOST.faults} faults, not ${faults.length}`)
}

function unknownKey({ key }: FaultSpec, keys: readonly string[], place: string): string | undefined {
  return key === undefined || keys.includes(key) ? undefined : sentenceAt(place, noSuchKey(keys, key))
}

function mergeChoices({ vary: seed, choices = {} }: WorldOptions, base: WorldSeed): Choices {
  return { ...(seed === undefined ? base.choices : vary(seed)), ...parseChoices({ ...choices }) }
}

function checkList<T>(
  name: string,
  list: readonly T[],
  problemOf: (item: T, place: string) => string | undefined,
): void {
  for (const [at, item] of list.entries()) {
    const problem = problemOf(item, `${name}[${at}]`)
    if (problem !== undefined) throwInvalid(problem)
  }
}
