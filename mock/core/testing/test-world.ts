import { defaultChoices, type Choices } from '../../../spec/choices.ts'
import { Memory } from '../memory/memory.ts'
import type { Request } from '../message/request.ts'
import type { Reply } from '../request/reply.ts'
import type { Ports, WorldSeed } from '../world/world-state.ts'
import { memoryWorlds } from '../../stores/memory-worlds.ts'
import { local, type LocalWorld } from '../world/control-types.ts'
import { World } from '../world/world.ts'

/** The time at which test worlds stand still: 40 seconds before the minute ends, and in the middle of a day. */
export const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)

/** A world of its own: no pets, the key `free` on the plan Free, and a clock that stands still. */
export function testWorld(
  ports: Pick<Ports, 'createPetStore'> & Partial<Ports>,
  seed: Partial<WorldSeed> = {},
): LocalWorld {
  const whole: WorldSeed = {
    seed: 1,
    pets: [],
    keys: [{ key: 'free', plan: 'free' }],
    choices: defaultChoices,
    faults: [],
    limits: true,
    ...seed,
  }
  const stores = memoryWorlds({ time: () => NOW, memory: new Memory(), ...ports })
  const store = stores.create('test', whole, (what, sentence) => {
    const change = { world: world.name, time: world.time, what, sentence }
    stores.events.emit({ kind: 'change', change })
  })
  const world = local(new World('test', store, stores.events, stores.keyId))
  return world
}

/** Every form of Retry-After. */
export const retryAfterForms = [
  'seconds',
  'http-date',
  'iso-date',
  'unix-time',
  'milliseconds',
  'with-unit',
] as const satisfies readonly Choices['retry-after-form'][]

export interface Asked {
  readonly key?: string
  readonly address?: string
  readonly method?: string
  readonly path?: string
  readonly query?: string
  readonly body?: string
}

/** A request as an adapter would hand it to the core; GET /pets where nothing else is said. */
export function ask(asked: Asked = {}): Request {
  const { key, address = '127.0.0.1', method = 'GET', path = '/pets', query = '', body } = asked
  return {
    method,
    path,
    query,
    base: '/v1',
    mount: '',
    address,
    headers: {
      host: 'petstore.test',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(body.length),
      }),
    },
    readBody: () => ({ kind: 'text', text: body ?? '' }),
  }
}

/** A reply's header; empty when it is not there. */
export function headerOf({ headers }: Reply, name: string): string {
  const at = headers.findIndex((field, index) => index % 2 === 0 && field === name)
  return at === -1 ? '' : (headers[at + 1] ?? '')
}
