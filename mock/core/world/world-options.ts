import { makePets, MOST_PETS, type SeedPet } from '../../../fixtures/pets.ts'
import { seedPetProblems } from '../../../fixtures/seed-pet.ts'
import { parseChoices, tellProblems, type Choices } from '../../../spec/index.ts'
import { faultProblem } from '../faults/fault-problem.ts'
import { MOST_FAULTS, type FaultSpec } from '../faults/faults.ts'
import { MOST_CALLERS, type KeySpec } from '../limits/caller.ts'
import { keyProblem, noSuchKey } from '../limits/key-problem.ts'
import { vary } from '../settings/random.ts'
import { checkArray, checkNumber, checkObject, checkSwitch, throwInvalid } from './control-error.ts'
import type { WorldSeed } from './world-state.ts'

/** What a world is to start with; whatever is left out stays as in the seed that these options change. */
export interface WorldOptions {
  /** For the starting pets and everything else that is random. */
  readonly seed?: number | undefined
  /** How many pets to start with, or which ones. */
  readonly pets?: number | readonly SeedPet[] | undefined
  /** Keys besides those that are there; the name of one that is there gives it another plan. */
  readonly keys?: readonly KeySpec[] | undefined
  /** Lawful variants to take. */
  readonly choices?: Partial<Choices> | undefined
  /** A seed that takes a random lawful variant at every open point; `choices` go over it. */
  readonly vary?: number | undefined
  /** Faults to start with. */
  readonly faults?: readonly FaultSpec[] | undefined
  /** False switches the rate limits off. */
  readonly limits?: boolean | undefined
}

/** The names of the options of a world. */
export const WORLD_OPTIONS = ['seed', 'pets', 'keys', 'choices', 'vary', 'faults', 'limits']

/** The seed that options make of another one; rejects with a ControlError or a ChoiceError for a bad value. */
export async function applyOptions(options: WorldOptions, base: WorldSeed): Promise<WorldSeed> {
  const { seed = base.seed, faults = base.faults, limits = base.limits } = options
  checkNumber('seed', seed, Number.MAX_SAFE_INTEGER)
  checkSwitch('limits', limits)
  const keys = keysOf(options, base)
  checkFaults(faults, keys)
  return { seed, pets: await petsOf(options, base), keys, choices: choicesOf(options, base), faults, limits }
}

async function petsOf({ seed, pets }: WorldOptions, base: WorldSeed): Promise<readonly SeedPet[]> {
  if (typeof pets === 'object') return checkedPets(pets)
  if (seed === undefined && pets === undefined) return base.pets
  const count = pets ?? base.pets.length
  checkNumber('pets', count, MOST_PETS, ', or an array of pets')
  return makePets({ seed: seed ?? base.seed, count })
}

async function checkedPets(pets: readonly SeedPet[]): Promise<readonly SeedPet[]> {
  checkArray('pets', pets)
  if (pets.length > MOST_PETS) throwInvalid(`pets may hold ${MOST_PETS} pets, not ${pets.length}`)
  const problems = tellProblems(await seedPetProblems(pets))
  if (problems !== '') throwInvalid(`pets: ${problems}`)
  return pets
}

function keysOf({ keys = [] }: WorldOptions, base: WorldSeed): readonly KeySpec[] {
  checkList('keys', keys, keyProblem)
  const byName = new Map([...base.keys, ...keys].map((spec) => [spec.key, spec]))
  if (byName.size > MOST_CALLERS) throwInvalid(`There may be ${MOST_CALLERS} keys, not ${byName.size}`)
  return [...byName.values()]
}

function checkFaults(faults: readonly FaultSpec[], keys: readonly KeySpec[]): void {
  const names = keys.map(({ key }) => key)
  checkList('faults', faults, (fault) => faultProblem(fault) ?? unknownKey(fault, names))
  if (faults.length > MOST_FAULTS) throwInvalid(`There may be ${MOST_FAULTS} faults, not ${faults.length}`)
}

function unknownKey({ key }: FaultSpec, keys: readonly string[]): string | undefined {
  return key === undefined || keys.includes(key) ? undefined : noSuchKey(keys, key)
}

function choicesOf({ vary: seed, choices = {} }: WorldOptions, base: WorldSeed): Choices {
  if (seed !== undefined) checkNumber('vary', seed, Number.MAX_SAFE_INTEGER)
  checkObject('choices', choices)
  return { ...(seed === undefined ? base.choices : vary(seed)), ...parseChoices({ ...choices }) }
}

function checkList<T>(name: string, list: readonly T[], problemOf: (item: T) => string | undefined): void {
  checkArray(name, list)
  for (const [place, item] of list.entries()) {
    const problem = problemOf(item)
    if (problem !== undefined) throwInvalid(`${name}[${place}]: ${problem}`)
  }
}
