import type { OperationId } from '../../../spec/index.ts'
import type { Answer } from './answer.ts'
import type { Client } from './client.ts'

/** An operation of the document, a request of it that succeeds on a fresh world, and its status then. */
export interface Operation {
  readonly id: OperationId
  readonly success: number
  readonly ask: (client: Client) => Promise<Answer>
}

export const operations: readonly Operation[] = [
  { id: 'listPets', success: 200, ask: (client) => client.list() },
  { id: 'createPet', success: 201, ask: (client) => client.create() },
  { id: 'getPet', success: 200, ask: (client) => client.get(1) },
]
