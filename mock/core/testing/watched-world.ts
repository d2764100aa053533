import type { Ports, WorldSeed } from '../world/world-state.ts'
import type { LocalWorld } from '../world/control-types.ts'
import { memoryPets } from '../../stores/memory-pets.ts'
import { NOW, testWorld } from './test-world.ts'

/** A test world, its time outside, and the changes that it has published, as `kind: sentence`. */
export interface WatchedWorld {
  readonly world: LocalWorld
  readonly changes: readonly string[]
  /** So many milliseconds pass outside. */
  readonly pass: (milliseconds: number) => void
}

export function watchedWorld(seed: Partial<WorldSeed> = {}, ports: Partial<Ports> = {}): WatchedWorld {
  let now = NOW
  const changes: string[] = []
  const world = testWorld({ createPetStore: memoryPets, time: () => now, ...ports }, seed)
  world.subscribe((event) => {
    if (event.kind === 'change') changes.push(`${event.change.what}: ${event.change.sentence}`)
  })
  return {
    world,
    changes,
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

/** What an action throws: `kind: message`. */
export function thrownBy(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `${'kind' in error ? String(error.kind) : error.name}: ${error.message}`
  }
  return 'nothing'
}

/** A value as a program in plain JavaScript may hand it over, which no type has seen; `undefined` without JSON. */
export function untyped(json?: string): never {
  const value: unknown = json === undefined ? undefined : JSON.parse(json)
  if (isOfAnyType(value)) return value
  throw new TypeError('no JSON')
}

function isOfAnyType(_value: unknown): _value is never {
  return true
}
