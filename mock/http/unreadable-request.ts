import type { ErrorCode } from '../core/message/errors.ts'
import type { Request } from '../core/message/request.ts'

/** What the core is told of a request that cannot be read: why, and who sent it. */
export function unreadableRequest(unreadable: ErrorCode, address = ''): Request {
  return {
    method: '',
    base: '',
    mount: '',
    path: '',
    query: '',
    headers: {},
    address,
    unreadable,
    readBody: () => Promise.resolve({ kind: 'aborted' }),
  }
}
