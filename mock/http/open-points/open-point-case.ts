import type { Choices, OpenPointId } from '../../../spec/choices.ts'
import type { MockOptions } from '../../index.ts'
import type { Mock } from '../../mock.ts'
import type { Client } from '../testing/client.ts'

/** How an open point shows over HTTP: what a client observes, and what it sees under each concrete variant. */
export interface OpenPointCase<Id extends OpenPointId = OpenPointId> {
  readonly id: Id
  /** What the mock is started with besides the choice. */
  readonly options?: MockOptions
  readonly observe: (client: Client, mock: Mock) => Promise<unknown>
  readonly seen: Readonly<Record<Choices[Id], unknown>>
}

/** A case whose table the compiler holds to the variants of its open point. */
export function openPoint<Id extends OpenPointId>(openPointCase: OpenPointCase<Id>): OpenPointCase {
  return openPointCase as unknown as OpenPointCase
}
