import { makePets, type SeedPet } from '../../fixtures/pets.ts'
import { parseChoices, type Choices } from '../../spec/index.ts'
import type { KeySpec } from './caller.ts'
import { ControlError } from './controls/hold.ts'
import { faultProblem } from './fault-problem.ts'
import type { FaultSpec } from './faults.ts'
import { keyProblem } from './key-problem.ts'
import { vary } from './vary.ts'
import type { WorldSeed } from './world-state.ts'

/** How a world is to begin; whatever is left out is as in the beginning that these options change. */
export interface WorldOptions {
  /** For the starting animals and everything else that is random. */
  readonly seed?: number | undefined
  /** How many animals to start with, or which ones. */
  readonly pets?: number | readonly SeedPet[] | undefined
  /** Keys besides those that are there; the name of one that is there gives it another plan. */
  readonly keys?: readonly KeySpec[] | undefined
  /** Lawful variants to take. */
  readonly choices?: Partial<Choices> | undefined
  /** A seed that takes a random lawful variant at every open point; `choices` go over it. */
  readonly vary?: number | undefined
  /** Faults to begin with. */
  readonly faults?: readonly FaultSpec[] | undefined
  /** False switches the rate limits off. */
  readonly limits?: boolean | undefined
}

const MOST_PETS = 2_000_000

/** The beginning that options make of another one; rejects with a ControlError or a ChoiceError for a bad value. */
export async function beginningOf(options: WorldOptions, base: WorldSeed): Promise<WorldSeed> {
  const { seed = base.seed, pets, keys = [], faults = base.faults, limits = base.limits } = options
  wholeNumber('seed', seed, Number.MAX_SAFE_INTEGER)
  if (typeof pets === 'number') wholeNumber('pets', pets, MOST_PETS)
  for (const key of keys) refuseIf(keyProblem(key))
  for (const fault of faults) refuseIf(faultProblem(fault))
  const choices = options.vary === undefined ? base.choices : vary(options.vary)
  return {
    seed,
    pets: await petsOf(options, base),
    keys: byName([...base.keys, ...keys]),
    choices: { ...choices, ...parseChoices({ ...options.choices }) },
    faults,
    limits,
  }
}

async function petsOf({ seed, pets }: WorldOptions, base: WorldSeed): Promise<readonly SeedPet[]> {
  if (typeof pets === 'object') return pets
  if (seed === undefined && pets === undefined) return base.pets
  return makePets({ seed: seed ?? base.seed, count: pets ?? base.pets.length })
}

function byName(keys: readonly KeySpec[]): readonly KeySpec[] {
  return [...new Map(keys.map((spec) => [spec.key, spec])).values()]
}

function wholeNumber(name: string, value: number, most: number): void {
  const isRight = Number.isInteger(value) && value >= 0 && value <= most
  refuseIf(isRight ? undefined : `${name} must be a whole number from 0 to ${most}, not ${value}`)
}

function refuseIf(problem: string | undefined): void {
  if (problem !== undefined) throw new ControlError('invalid', problem)
}
