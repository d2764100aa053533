import { Answer } from './answer.ts'

const HEAD_END = '\r\n\r\n'

/**
 * The whole replies at the beginning of what a server sent, interim ones (1xx) left out; written apart from Node's own
 * parser, so that a reply which only a lenient client understands is noticed. Throws for what is no HTTP/1.1.
 */
export function rawReplies(bytes: Buffer, toHead = false): readonly Answer[] {
  const replies: Answer[] = []
  let rest = bytes
  for (;;) {
    const headEnd = rest.indexOf(HEAD_END)
    if (headEnd === -1) return replies
    const { status, headers } = readHead(rest.subarray(0, headEnd).toString('latin1'))
    const bodyStart = headEnd + HEAD_END.length
    const length = toHead || status < 200 || status === 204 ? 0 : contentLength(headers)
    if (rest.length < bodyStart + length) return replies
    const body = rest.subarray(bodyStart, bodyStart + length).toString()
    if (status >= 200) replies.push(new Answer(status, headers, body))
    rest = rest.subarray(bodyStart + length)
  }
}

function readHead(head: string): { readonly status: number; readonly headers: Headers } {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/.exec(statusLine)?.[1]
  if (status === undefined) throw new Error(`no status line: ${JSON.stringify(statusLine)}`)
  const headers = new Headers()
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): *(.*?) *$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`no header: ${JSON.stringify(line)}`)
    headers.append(name, value)
  }
  return { status: Number(status), headers }
}

function contentLength(headers: Headers): number {
  const value = headers.get('Content-Length') ?? ''
  if (!/^\d+$/.test(value)) throw new Error(`no Content-Length: ${JSON.stringify(value)}`)
  return Number(value)
}
