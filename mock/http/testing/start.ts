import type { Sleep } from '../../edge/deliver.ts'
import type { MockOptions } from '../../index.ts'
import { local } from '../../core/world/control-types.ts'
import { RunningMock, type Mock } from '../../mock.ts'
import { createWorlds, type WorldPorts } from '../../options.ts'
import { createListener } from '../../create-listener.ts'
import { listen, type Timeouts } from '../listen.ts'
import { Client } from './client.ts'

/** The constant time of test services: 40 seconds before the end of a minute, in the middle of a day. */
export const NOW = Date.UTC(2026, 0, 15, 10, 30, 20)

/** Starts a mock whose time is constant until its clock is set. */
export function start(options: MockOptions = {}): Promise<Mock> {
  return startOn({}, options)
}

/** The ports that a test can replace. */
export interface TestPorts extends WorldPorts {
  readonly sleep?: Sleep
  readonly timeouts?: Timeouts
}

/** Starts a mock with replaced ports. */
export async function startOn(ports: TestPorts, options: MockOptions = {}): Promise<Mock> {
  const { sleep, timeouts } = ports
  const worlds = await createWorlds({ time: () => NOW, ...options }, ports)
  const listener = createListener(worlds, { token: 'test' }, sleep)
  const server = await listen(listener, worlds, '127.0.0.1', 0, timeouts)
  return local(new RunningMock(worlds, server, 'test'))
}

export interface Awake {
  readonly mock: Mock
  /** With a key of the plan Pro. */
  readonly client: Client
  /** The milliseconds of each sleep. */
  readonly slept: readonly number[]
}

/** Starts a mock that records its sleeps instead of sleeping. */
export async function startAwake(options?: MockOptions): Promise<Awake> {
  const slept: number[] = []
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds)
    return Promise.resolve()
  }
  const mock = await startOn({ sleep }, options)
  return { mock, client: new Client(mock.baseUrl, 'pro-demo-key'), slept }
}
