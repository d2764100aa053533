/** What fetch takes: a Request, or what one is made of. */
export type FetchInput = string | URL | Request

/** The request that the arguments of fetch describe. One of another realm, or of a library, is taken as it is. */
export function requestOf(input: FetchInput, init: RequestInit | undefined): Request {
  return typeof input === 'object' && 'headers' in input && init === undefined
    ? input
    : new Request(input, init)
}

/** A request's body, or of one that is longer than `limit` bytes a little more than that; rejects where it was read before, or breaks off. */
export async function bodyOf(request: Request, limit: number): Promise<Uint8Array> {
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array()
  // Firefox shows no body of a request.
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

/** The headers as a server reads them, with those that a client adds by itself. */
export function headersOf(request: Request, body: Uint8Array): Record<string, string> {
  const headers: Record<string, string> = { host: new URL(request.url).host }
  // Not every Headers is Node's: that of happy-dom keeps the letters of a name.
  for (const [name, value] of request.headers) headers[name.toLowerCase()] = value
  if (request.method !== 'GET' && request.method !== 'HEAD') headers['content-length'] = String(body.length)
  return headers
}
