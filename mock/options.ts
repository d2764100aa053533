import { randomBytes } from 'node:crypto'
import { demoKeys } from '../fixtures/keys.ts'
import { DEFAULT_PETS, DEFAULT_SEED, makePets, type SeedPet } from '../fixtures/pets.ts'
import { defaultChoices, parseChoices, type Choices } from '../spec/index.ts'
import type { KeySpec } from './core/caller.ts'
import { ControlError } from './core/controls/hold.ts'
import { faultProblem } from './core/fault-problem.ts'
import type { FaultSpec } from './core/faults.ts'
import { keyProblem } from './core/key-problem.ts'
import { vary } from './core/vary.ts'
import type { WorldSeed } from './core/world-state.ts'

/** What a mock is started with; whatever is left out has a sensible value. */
export interface MockOptions {
  /** For the starting animals and everything else that is random. 1 where it is not said. */
  readonly seed?: number | undefined
  /** How many animals to start with (100 where it is not said), or which ones. */
  readonly pets?: number | readonly SeedPet[] | undefined
  /** Keys besides the demo keys; a demo key's name gives it another plan. */
  readonly keys?: readonly KeySpec[] | undefined
  /** Lawful variants that differ from the defaults. */
  readonly choices?: Partial<Choices> | undefined
  /** A seed that takes a random lawful variant at every open point; `choices` go over it. */
  readonly vary?: number | undefined
  /** Faults to begin with. */
  readonly faults?: readonly FaultSpec[] | undefined
  /** False switches the rate limits off. */
  readonly limits?: boolean | undefined
  /** The time outside, Unix milliseconds; the machine's clock where it is not said. */
  readonly time?: (() => number) | undefined
  /** What a request to the control API must present when it does not come from this machine; random where it is not said. */
  readonly controlToken?: string | undefined
}

const MOST_PETS = 2_000_000

/** The beginning of the worlds that options describe; throws a ControlError or a ChoiceError for a bad value. */
export async function seedOf(options: MockOptions): Promise<WorldSeed> {
  const { seed = DEFAULT_SEED, pets = DEFAULT_PETS, keys = [], faults = [], limits = true } = options
  wholeNumber('seed', seed, Number.MAX_SAFE_INTEGER)
  if (typeof pets === 'number') wholeNumber('pets', pets, MOST_PETS)
  for (const key of keys) refuseIf(keyProblem(key))
  for (const fault of faults) refuseIf(faultProblem(fault))
  const varied = options.vary === undefined ? defaultChoices : vary(options.vary)
  return {
    seed,
    pets: typeof pets === 'number' ? await makePets({ seed, count: pets }) : pets,
    keys: withDemoKeys(keys),
    choices: { ...varied, ...parseChoices({ ...options.choices }) },
    faults,
    limits,
  }
}

/** A token that nobody guesses. */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

function withDemoKeys(keys: readonly KeySpec[]): readonly KeySpec[] {
  const byName = new Map<string, KeySpec>([...demoKeys, ...keys].map((spec) => [spec.key, spec]))
  return [...byName.values()]
}

function wholeNumber(name: string, value: number, most: number): void {
  const isRight = Number.isInteger(value) && value >= 0 && value <= most
  refuseIf(isRight ? undefined : `${name} must be a whole number from 0 to ${most}, not ${value}`)
}

function refuseIf(problem: string | undefined): void {
  if (problem !== undefined) throw new ControlError('invalid', problem)
}
