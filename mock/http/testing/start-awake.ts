import type { MockOptions } from '../../index.ts'
import type { Mock } from '../../mock.ts'
import { Client } from './client.ts'
import { startOn } from './start.ts'

export interface Awake {
  readonly mock: Mock
  /** With a key of the plan Pro. */
  readonly client: Client
  /** The milliseconds of each sleep. */
  readonly slept: readonly number[]
}

/** Starts a mock that notes how long it would have slept, and does not. */
export async function startAwake(options?: MockOptions): Promise<Awake> {
  const slept: number[] = []
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds)
    return Promise.resolve()
  }
  const mock = await startOn({ sleep }, options)
  return { mock, client: new Client(mock.baseUrl, 'pro-demo-key'), slept }
}
