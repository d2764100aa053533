import type { IncomingMessage } from 'node:http'

const SLASH = 47

/**
 * Whether a request that Node has let pass makes sense: it names its host once (RFC 9112 §3.2), its target has one of
 * the forms that a server knows (§3.2.1 to 3.2.4), and its body is framed in a way that we read (§6.1).
 */
export function isReadable({ httpVersion, headers, url = '' }: IncomingMessage): boolean {
  const { host } = headers
  const namesHost = host === undefined ? httpVersion !== '1.1' : !host.includes(',')
  return namesHost && isFramed(headers) && (url.charCodeAt(0) === SLASH || url === '*' || URL.canParse(url))
}

function isFramed({ 'transfer-encoding': coding }: IncomingMessage['headers']): boolean {
  return coding === undefined || coding.trim().toLowerCase() === 'chunked'
}
