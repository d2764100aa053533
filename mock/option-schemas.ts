import { CONTROL_TOKEN, NON_EMPTY_TEXT, ORIGINS } from '../spec/common-schemas.ts'
import type { PetsOptions } from '../fixtures/pets.ts'
import { HIGHEST_PORT } from './address.ts'
import type { MockOptions } from './core/world/mock-options.ts'
import type { WorldOptions } from './core/world/world-options.ts'
import type { SharedOptions } from './index.ts'

// Read by `npm run generate` alone, which compiles the schemas for mock/core/world/input.ts.

type Properties<Options> = Readonly<Record<keyof Options, object>>

/** A world of the control API: the options of a world, and its name. */
export interface NewWorld {
  readonly properties: Properties<WorldOptions & { readonly name: string }> & {
    readonly pets: { readonly oneOf: readonly [count: object, pets: object] }
  }
}

// The longest delay of a Node timer, in milliseconds.
const LONGEST_GRACE = 2 ** 31 - 1

/** The schemas of options in code, besides the inputs of the control API. */
export function optionSchemas({ properties }: NewWorld): Readonly<Record<string, object>> {
  const { name: _name, ...others } = properties
  const world: Properties<WorldOptions> = {
    ...others,
    // Pets, keys and faults are checked one by one.
    pets: { oneOf: [others.pets.oneOf[0], { type: 'array' }] },
    keys: { type: 'array' },
    faults: { type: 'array' },
  }
  const mock: Properties<MockOptions> = {
    ...world,
    time: { type: 'function' },
    controlToken: CONTROL_TOKEN,
    // Its bounds are those of the process.
    memory: { type: 'number' },
    allowOrigins: ORIGINS,
  }
  const started: Properties<SharedOptions> = {
    ...mock,
    port: { type: 'integer', minimum: 0, maximum: HIGHEST_PORT },
    host: NON_EMPTY_TEXT,
    store: NON_EMPTY_TEXT,
  }
  const petsOptions: Properties<PetsOptions> = { seed: others.seed, count: others.pets.oneOf[0] }
  const grace = { type: 'number', minimum: 0, maximum: LONGEST_GRACE }
  return {
    WorldOptions: only(world),
    MockOptions: only(mock),
    StartOptions: only(started),
    // Named for who misspells it; checked where it is read.
    FetchOptions: only({ ...mock, baseUrl: {}, control: { type: 'boolean' } }),
    PetsOptions: only(petsOptions),
    Grace: only({ grace }),
    Listener: { ...only({ listener: { type: 'function' } }), required: ['listener'] },
    Origins: ORIGINS,
  }
}

function only(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', additionalProperties: false, properties }
}
