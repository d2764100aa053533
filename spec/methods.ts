// What HTTP says of methods, whichever service is asked.

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

export function isSafeMethod(method: string): boolean {
  return SAFE.has(method)
}

/** The methods that a path answers where it is read: HEAD is GET without a body (RFC 9110 §9.3.2). */
export const readingMethods = ['GET', 'HEAD'] as const

/** Methods of the operations of an OpenAPI document, as they are written there. */
export const documentMethods = ['get', 'put', 'post', 'patch', 'delete'] as const
