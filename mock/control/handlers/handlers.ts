import type { operations } from '../../client/generated/wire.ts'
import type { Worlds } from '../../core/world/worlds.ts'
import type { ControlRefusal } from '../message/control-refusal.ts'
import type { Place } from '../message/views.ts'
import type { OperationId } from '../message/document.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Leases } from './leases.ts'
import type { Input } from '../message/read-input.ts'
import type { OpenStream } from '../message/control-reply.ts'
import { keyHandlers } from './key-handlers.ts'
import { mockHandlers } from './mock-handlers.ts'
import { settingHandlers } from './setting-handlers.ts'
import { worldHandlers } from './world-handlers.ts'

/** What the handlers have access to. */
export interface Context extends Place {
  readonly worlds: Worlds
  readonly events: EventHub
  readonly leases: Leases
  /** The host and port of the mock's server, as the request names them. */
  readonly host?: string | undefined
}

/** The reply of an operation: a status of the document, with the content that the document gives it. */
export type ControlReply<Id extends OperationId> = {
  [Status in StatusOf<Id>]: { readonly status: Status } & Content<operations[Id]['responses'][Status]>
}[StatusOf<Id>]

type StatusOf<Id extends OperationId> = keyof operations[Id]['responses'] & number

type Content<Response> = Response extends { content: { 'application/json': infer Json } }
  ? { readonly json: Json } | { readonly jsonPieces: Iterable<string> }
  : Response extends { content: { 'text/event-stream': unknown } }
    ? { readonly stream: OpenStream }
    : Response extends { content: infer Texts }
      ? { readonly text: string; readonly type: keyof Texts }
      : unknown

/** Handles an operation. It may throw the errors of the controls. */
export type Handler<Id extends OperationId> = (
  input: Input<Id>,
  context: Context,
) => ControlReply<Id> | ControlRefusal | Promise<ControlReply<Id> | ControlRefusal>

export type Handlers = { readonly [Id in OperationId]: Handler<Id> }

/** A handler for each operation of the document. */
export const handlers: Handlers = {
  ...mockHandlers,
  ...worldHandlers,
  ...settingHandlers,
  ...keyHandlers,
}
