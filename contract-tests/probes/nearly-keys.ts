// Keys that are nearly a key of the run, of which one may be another customer's.
import type { Probe } from '../engine/exchange.ts'
import { fillIn } from '../engine/keys.ts'
import type { Run } from '../engine/run.ts'
import { asNobody } from './requests.ts'

/** What is nearly a key, as an Authorization header has it. */
export interface Inexact {
  readonly clause: 'AUTH-3' | 'AUTH-4'
  readonly what: string
  readonly authorization: string
  /** Altered in the same way, but unlike it: where the one is let in and this is not, it may be a key of somebody else. */
  readonly unlike?: string
  /** Whether it is sent to the list alone. */
  readonly isForList?: true
  /** Whether it is sent only where there is room. */
  readonly extra?: true
  /** Whether something else is wrong too in the requests with it to other operations. */
  readonly isWrongToo?: true
}

export const inexact: readonly Inexact[] = [
  {
    clause: 'AUTH-3',
    what: 'the beginning of a key',
    authorization: 'Bearer {key-without-its-end}',
    unlike: 'Bearer {key-without-its-last-four}',
  },
  {
    clause: 'AUTH-3',
    what: 'the end of a key',
    authorization: 'Bearer {key-without-its-start}',
    unlike: 'Bearer {key-without-its-first-four}',
  },
  {
    clause: 'AUTH-3',
    what: 'a key and one letter more',
    authorization: 'Bearer {key-and-a-letter}',
    unlike: 'Bearer {key-and-a-word}',
    isWrongToo: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key in the other case',
    authorization: 'Bearer {key-in-the-other-case}',
    unlike: 'Bearer {key-half-in-the-other-case}',
    isWrongToo: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key with another last letter',
    authorization: 'Bearer {key-with-another-end}',
    unlike: 'Bearer {key-with-yet-another-end}',
    isForList: true,
    extra: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a letter and the second key',
    authorization: 'Bearer k{second-key}',
    unlike: 'Bearer kk{second-key}',
    isForList: true,
    extra: true,
  },
  {
    clause: 'AUTH-3',
    what: 'the second key in the other case',
    authorization: 'Bearer {second-key-in-the-other-case}',
    unlike: 'Bearer {second-key-half-in-the-other-case}',
    isForList: true,
    extra: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key with a blank in it',
    authorization: 'Bearer {key-with-a-blank}',
    isForList: true,
  },
  {
    clause: 'AUTH-3',
    what: 'a key with a word behind it',
    authorization: 'Bearer {key} key',
    isForList: true,
  },
  { clause: 'AUTH-3', what: 'an empty key', authorization: 'Bearer', isForList: true },
  { clause: 'AUTH-4', what: 'a key in a scheme that begins with Bearer', authorization: 'Bearers {key}' },
  { clause: 'AUTH-4', what: 'a key in the Basic scheme, as it is', authorization: 'Basic {key}' },
  { clause: 'AUTH-4', what: 'a key in a scheme of its own', authorization: 'ApiKey {key}' },
  { clause: 'AUTH-4', what: 'a key that sticks to its scheme', authorization: 'Bearer{key}' },
  { clause: 'AUTH-4', what: 'a bearer token behind another scheme', authorization: 'Token Bearer {key}' },
]

/** A request with what may be nearly a key: how it is altered is noted where it may be the key of somebody else. */
export function asInexact(probe: Probe, authorization: string): Probe {
  const one = inexact.find((some) => some.authorization === authorization || some.unlike === authorization)
  return {
    ...asNobody(probe, authorization),
    ...(one?.unlike !== undefined && { alteration: one.what }),
  }
}

/** Whether what is nearly a key of the run is another one that it was given: the second in capitals, say. */
export function isOurs({ settings }: Run, authorization: string): boolean {
  const sent = fillIn(authorization, settings)
  return [settings.key, settings.secondKey].some((key) => key !== undefined && sent === `Bearer ${key}`)
}
