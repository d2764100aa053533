import { randomInt } from 'node:crypto'
import type { Int64 } from '../../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../../spec/exact-json/json.ts'
import { pathOf, takesPetId } from '../../../spec/operations.ts'
import type { DocumentedResponse } from './documented-responses.ts'
import type { Transaction } from './transactions.ts'

/** Facts about the service when a transaction is sent. */
export interface ServiceFacts {
  readonly key: string
  /** Of the base address, without a slash at its end. */
  readonly basePath: string
  /** Of a pet that there is. */
  readonly petId: Int64
  /** Of a category that there is, for a service that accepts no other. */
  readonly categoryId: Int64
}

/** By which a pet that the walk added can be recognised. */
const PET_NAME = 'Dredd was here'

/** Makes of the happy request, which is all that Dredd knows, the one that meets a documented response. */
export function prepareRequest(
  transaction: Transaction,
  { status, operation }: DocumentedResponse,
  facts: ServiceFacts,
): void {
  const { request } = transaction
  if (status !== 401) request.headers['Authorization'] = `Bearer ${facts.key}`
  if (operation === 'createPet') {
    request.body = status === 400 ? '{}' : stringifyJson({ name: PET_NAME, categoryId: facts.categoryId })
  }
  if (takesPetId(operation)) {
    const id = status === 404 ? unlikelyId() : facts.petId
    transaction.fullPath = facts.basePath + pathOf(operation, id)
  }
}

/** An id that no pet has, as far as anybody can know that of a service. */
function unlikelyId(): bigint {
  return 2n ** 62n + BigInt(randomInt(2 ** 47))
}
