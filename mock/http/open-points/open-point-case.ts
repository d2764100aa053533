import type { Choices, OpenPointId } from '../../../spec/choices.ts'
import type { MockOptions } from '../../index.ts'
import type { Mock } from '../../mock.ts'
import type { Client } from '../testing/client.ts'

/** An open point over HTTP: what a client observes, and the expected observation for each variant. */
export interface OpenPointCase<Id extends OpenPointId = OpenPointId> {
  readonly id: Id
  /** The options of the mock, besides the choice. */
  readonly options?: MockOptions
  readonly observe: (client: Client, mock: Mock) => Promise<unknown>
  readonly seen: Readonly<Record<Choices[Id], unknown>>
}

/** A case. The compiler checks its table against the variants of its open point. */
export function openPoint<Id extends OpenPointId>(openPointCase: OpenPointCase<Id>): OpenPointCase {
  return openPointCase as unknown as OpenPointCase
}
