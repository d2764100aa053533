import type { RequestBody } from './request.ts'

/** The bytes of a body in the pieces that they came in, or why it could not be read. */
export type BodyBytes =
  | { readonly kind: 'bytes'; readonly pieces: readonly Uint8Array[] }
  | Exclude<RequestBody, { readonly kind: 'text' | 'not-utf-8' | 'rounded' }>

/** The bytes of a body, unless they are more than `limit`. */
export function bodyBytes(bytes: Uint8Array, limit: number): BodyBytes {
  return bytes.length > limit ? { kind: 'too-large' } : { kind: 'bytes', pieces: [bytes] }
}

/** The text of a body, unless it is not UTF-8. */
export function bodyText(body: BodyBytes): RequestBody {
  if (body.kind !== 'bytes') return body
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const texts = body.pieces.map((piece) => decoder.decode(piece, { stream: true }))
    return { kind: 'text', text: texts.join('') + decoder.decode() }
  } catch {
    return { kind: 'not-utf-8' }
  }
}
