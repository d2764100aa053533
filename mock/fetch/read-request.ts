/** The first argument of fetch: an address or a Request. */
export type FetchInput = string | URL | Request

/** The address that the first argument of fetch names. A Request or URL may be of another realm or of a library. */
export function addressOf(input: FetchInput): string {
  return typeof input === 'object' && 'url' in input ? input.url : String(input)
}

/** The request that the arguments of fetch describe. A Request of another realm or of a library is used as it is. */
export function requestOf(input: FetchInput, init: RequestInit | undefined): Request {
  // Bun.serve passes its server as the second argument, whose url Bun's Request would take for its own.
  const isWhole = init === undefined || 'url' in init
  return typeof input === 'object' && 'headers' in input && isWhole ? input : new Request(input, init)
}

/** A request's body. Of a body that is longer than `limit` bytes, only the first chunks are read. Rejects if it was read before, or ends early. */
export async function bodyOf(request: Request, limit: number): Promise<Uint8Array> {
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array()
  // Firefox has no Request.body.
  if (!(request.body instanceof ReadableStream)) return new Uint8Array(await request.arrayBuffer())
  return readStart(request.body, limit, request.signal)
}

async function readStart(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  const leave = (): void => {
    reader.cancel(signal.reason).catch(() => undefined)
  }
  signal.addEventListener('abort', leave, { once: true })
  while (length <= limit) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  signal.removeEventListener('abort', leave)
  signal.throwIfAborted()
  if (length > limit) leave()
  return joined(chunks, length)
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The headers as a server reads them, with those that every client adds. */
export function headersOf(request: Request, body: Uint8Array): Record<string, string> {
  const headers: Record<string, string> = { host: new URL(request.url).host }
  // Some implementations of Headers, such as happy-dom's, preserve the case of names.
  for (const [name, value] of request.headers) headers[name.toLowerCase()] = value
  if (request.method !== 'GET' && request.method !== 'HEAD') headers['content-length'] = String(body.length)
  return headers
}
