import { createHash, timingSafeEqual } from 'node:crypto'

const BEARER = /^bearer +([^ ]+) *$/i

/** Tells whether an Authorization header brings the token, in a time that tells nothing about it. */
export function presentsToken(authorization: string | undefined, token: string): boolean {
  const presented = BEARER.exec(authorization ?? '')?.[1]
  return presented !== undefined && timingSafeEqual(digest(presented), digest(token))
}

// Of equal length whatever was presented, as the comparison demands.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
