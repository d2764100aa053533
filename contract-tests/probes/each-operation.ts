import type { ClauseId } from '../../spec/clauses.ts'
import { limitBounds, operationIds, petStatuses, type OperationId } from '../../spec/operations.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn } from '../engine/verdicts.ts'
import { creationOverLimit, NO_SUCH_KEY, unauthorizedCreation } from './additions.ts'
import { isSuccess } from '../history/history.ts'
import { isNotFound } from '../history/fault.ts'
import { createFault, listFault, readListed } from './given.ts'
import { PROBE } from './over-the-limit.ts'
import { createInvalid, get, list, OF_NO_PET } from './requests.ts'
import { added } from './added.ts'

/** How an operation is asked for by checks that go through all of them. */
interface Asked {
  readonly needs?: readonly 'writes'[]
  /** A request with the key, which must be let in. */
  readonly withKey: (run: Run) => Promise<Exchange>
  /** The clause that is broken where that is let in and not served. */
  readonly fault: (run: Run, exchange: Exchange) => ClauseId | Promise<ClauseId>
  /** A request of the same kind, to be sent without the key. */
  readonly withoutKey: (run: Run) => Probe
  /** The same with something else wrong too, which is of no account without a key. */
  readonly wrongWithoutKey: (run: Run) => Probe
  /** The same, to be sent with a made-up key: with something else wrong too where nothing else rests on it. */
  readonly withBadKey: (run: Run) => Probe
  /** The Authorization header that brings it. */
  readonly badKey: string
  /** A request of the same kind, to be sent over the limit. */
  readonly overLimit: (run: Run) => Probe
  /** The clause that is broken where the operation is not found. */
  readonly servedBy: ClauseId
}

export const askedByOperation: Readonly<Record<OperationId, Asked>> = {
  listPets: {
    withKey: ({ session }) => session.share(list()),
    fault: (_run, exchange) => listFault(exchange),
    withoutKey: () => list(),
    withBadKey: () => list(),
    badKey: NO_SUCH_KEY,
    // One status alone may be let in without a key.
    wrongWithoutKey: () => list(`?status=${petStatuses[0]}&limit=${limitBounds.least - 1}`),
    overLimit: () => PROBE,
    servedBy: 'BASE-1',
  },
  createPet: {
    needs: ['writes'],
    withKey: (run) => added(run, {}),
    fault: createFault,
    withoutKey: unauthorizedCreation,
    withBadKey: unauthorizedCreation,
    badKey: NO_SUCH_KEY,
    wrongWithoutKey: () => createInvalid('{'),
    overLimit: creationOverLimit,
    servedBy: 'BASE-1',
  },
  getPet: {
    withKey: readListed,
    fault: () => 'DEPRECATION-1',
    withoutKey: () => get(1),
    withBadKey: () => get(OF_NO_PET),
    // As a client sends it that has none.
    badKey: 'Bearer null',
    wrongWithoutKey: () => get(OF_NO_PET),
    overLimit: () => get(1),
    servedBy: 'DEPRECATION-1',
  },
}

export interface AskedOperation extends Asked {
  readonly id: OperationId
}

export function askedOperation(id: OperationId): AskedOperation {
  return { id, ...askedByOperation[id] }
}

/** All operations, in the order of the document. */
export const askedOperations: readonly AskedOperation[] = operationIds.map(askedOperation)

/** Leaves the rest to another clause where an operation is not found within the limits and with the key either. */
export async function givenFound(
  run: Run,
  { withKey, servedBy }: AskedOperation,
  { status }: Exchange,
): Promise<void> {
  if (isNotFound(status) && (await withKey(run)).status === status) dependsOn(servedBy)
}

/** Leaves the rest to another clause where an operation is not served with the key either. */
export async function givenServed(run: Run, { withKey, fault }: AskedOperation): Promise<void> {
  const reply = await withKey(run)
  if (!isSuccess(reply)) dependsOn(await fault(run, reply))
}
