import type { PlanId } from '../../../spec/plans.ts'
import type { InjectedFault } from '../faults/faults.ts'
import type { Refusal } from '../message/outcome.ts'
import type { Request } from '../message/request.ts'
import type { Reply, ReplyContext } from './reply.ts'

/** A service that the limits and faults of a world stand before, as in a proxy. It has the pets and the keys. */
export interface ServiceBehind {
  /** The plan of each of its keys: it may accept any. */
  readonly plan: PlanId
  /** An exchange as it is recorded: without keys, which a client or the service may write anywhere. */
  readonly recorded: <One extends Exchange>(exchange: One) => One
  /** Refuses a request that must not reach it. */
  readonly refuse: (request: Request) => Refusal | undefined
  /** Sends it the request, whose reply the fault will hit. Called at most once; never rejects. */
  readonly ask: (fault: InjectedFault | undefined) => Promise<Forwarded | Refusal>
}

/** What may hold a key of an exchange that is recorded. */
export interface Exchange {
  readonly request: Pick<Request, 'path' | 'query' | 'headers'>
  readonly body: string | undefined
  readonly reply: Pick<Reply, 'headers' | 'body'>
}

/** What a service behind has answered. */
export interface Forwarded {
  readonly status: number
  /** The body of the request that it was sent, for the journal; `undefined` if there was none. */
  readonly requestBody: string | undefined
  /** Writes the reply, with the quota and the fault of the world. */
  readonly write: (context: ReplyContext) => Reply
}
