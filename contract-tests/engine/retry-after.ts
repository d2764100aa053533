import { waitOf } from '../../spec/index.ts'
import type { Exchange } from './exchange.ts'

/** The wait that an exchange's Retry-After asks for, in milliseconds; `undefined` when it asks for none. */
export function retryAfterOf({ headers, received }: Exchange): number | undefined {
  return waitOf({ retryAfter: headers['retry-after'], date: headers['date'] }, received)
}
