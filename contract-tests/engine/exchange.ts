import { jsonSize, parseJson, TooDeep } from '../../spec/exact-json/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { figure } from '../../spec/wording.ts'
import type { Caller } from '../report/model/run-report.ts'
import type { FailedTries } from './transport.ts'

export type { Caller }

/** A request that the suite makes for evidence. */
export interface Probe {
  readonly method: string
  /** Below the base address, with its query. */
  readonly path: string
  /** Which base address; the first where it is not said. */
  readonly base?: 'second'
  readonly caller: Caller
  /** Keys stand in it as placeholders, as they do in the path. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether its body is one that no conforming service stores as it is. */
  readonly isInvalid?: true
  /** Distinguishes probes that differ only in when they are sent. */
  readonly moment?: string
  /** The operation that the document would say this is; `undefined` where it names none. */
  readonly operation: OperationId | undefined
}

/** A probe and its reply. */
export interface Exchange {
  /** Counts up from 1 within a run, as replies come in. */
  readonly id: number
  /** The last exchange that had been answered when this one was sent; 0 where there was none. */
  readonly after: number
  readonly probe: Probe
  readonly status: number
  /** By lower-case name; several lines of one name joined. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty where it was not read. */
  readonly body: string
  /** The body as JSON, every int64 exact; `undefined` where it is no JSON, and where it was not read. */
  readonly json: unknown
  /** Why the body cannot be judged: `it has more than 4 MB (--max-body)`. */
  readonly unread?: string
  /** How often it was sent, where the connection broke or no reply came in time; the service may have counted each. */
  readonly tries?: number
  /** What those times came to that got no reply, where that is known. */
  readonly failed?: FailedTries
  /** Set if another request was pending at the same time, so that their order at the service is unknown. */
  readonly overlaps?: true
  /** When the request left and when the reply was there, in Unix milliseconds of the service's time. */
  readonly sent: number
  readonly received: number
}

/** How many requests were sent more than once, how often all were sent, and why. */
export interface SentAgain {
  readonly sentAgain?: number
  readonly sentInAll?: number
  /** Of how many a reply did not come in time, where that is known and there are any. */
  readonly timedOut?: number
  /** Of how many a connection broke; some may have met both. */
  readonly broken?: number
}

/** The counts of a run's requests; nothing where none was sent more than once. */
export function countSentAgain(requests: readonly Pick<Exchange, 'tries' | 'failed'>[]): SentAgain {
  const again = requests.filter(({ tries = 1 }) => tries > 1)
  if (again.length === 0) return {}
  const timedOut = again.filter(({ failed }) => failed !== undefined && failed.late > 0).length
  const broken = again.filter(({ failed }) => failed !== undefined && failed.broken > 0).length
  return {
    sentAgain: again.length,
    sentInAll: requests.reduce((sum, { tries = 1 }) => sum + tries, 0),
    ...(timedOut > 0 && { timedOut }),
    ...(broken > 0 && { broken }),
  }
}

/** A body as JSON, every int64 exact; `undefined` where it is no JSON, or nests too deep to be read. */
export function readJson(body: string): unknown {
  return readContent(body).json
}

/** How many values of one body are looked at; a page of 100 pets has 501. */
export const MOST_VALUES = 200_000

/** A body as an exchange has it: it may hold too much, or nest too deep, to be looked at. `values` are those of the body. */
export function readContent(
  body: string,
  values: number = jsonSize(body).values,
): Pick<Exchange, 'json' | 'unread'> {
  if (values > MOST_VALUES)
    return { json: undefined, unread: `it holds more than ${figure(MOST_VALUES)} values` }
  try {
    return { json: parseJson(body) }
  } catch (error) {
    return { json: undefined, ...(error instanceof TooDeep && { unread: error.message }) }
  }
}

/** A text that is the same for probes that are the same; by hand, for JSON would escape long bodies thousands of times. */
export function nameOf({
  method,
  path,
  base,
  caller,
  headers,
  body,
  isInvalid,
  moment,
  operation,
}: Probe): string {
  const fields = Object.entries(headers).flat()
  const sent = body === undefined ? [] : [body]
  return [method, path, base, caller, isInvalid, moment, operation, ...fields, '', ...sent].join('\n')
}
