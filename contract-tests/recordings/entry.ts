import type { PassingReply, PassingRequest } from '../history/recorder.ts'

/** One request of a recording with its reply, whichever service it asked. Times are Unix milliseconds. */
export interface Entry {
  readonly url: string
  readonly request: Omit<PassingRequest, 'path'>
  readonly reply: PassingReply
  /** Why the body of the reply is unknown. */
  readonly unread?: string
  /** How often it was sent, where the connection broke. */
  readonly tries?: number
  readonly sent: number
  readonly received: number
  /** Its place among the others, where the recording knows more than times. */
  readonly place?: EntryPlace
}

/** A place in a run of the suite, or in the journal of the mock. */
export type EntryPlace =
  | {
      readonly of: 'run'
      readonly id: number
      /** The last exchange that was answered before it was sent. */
      readonly after: number
    }
  | {
      readonly of: 'journal'
      readonly id: number
      /** Whether the mock waited for a body between the meter and the reply, so that others may have come between. */
      readonly waited: boolean
    }

/** Thrown where a part of a recording is not what its format says. The message begins with the field. */
export class BadEntry extends Error {
  override readonly name = 'BadEntry'
}

/** A request whose body is unknown: without a Content-Type, nothing follows from what a service answers to it. */
export function withUnknownBody(request: Entry['request']): Entry['request'] {
  const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'content-type')
  const { body: _body, ...rest } = request
  return { ...rest, headers: Object.fromEntries(others) }
}

/** Header fields by lower-case name. */
export function lowerCased(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
}
