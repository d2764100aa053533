/** Headers that are meant for the next machine only (RFC 9110 §7.6.1), and `Expect`, which our own server has answered. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** A header as it came: its name in the sender's spelling, and its value. */
export type HeaderLine = readonly [name: string, value: string]

/** The lines of a message that a proxy passes on, in their order and spelling; those that `Connection` names stay. */
export function endToEnd(rawHeaders: readonly string[]): readonly HeaderLine[] {
  const lines = toLines(rawHeaders)
  const named = lines
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()))
  const dropped = new Set([...HOP_BY_HOP, ...named])
  return lines.filter(([name]) => !dropped.has(name.toLowerCase()))
}

function toLines(rawHeaders: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    lines.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return lines
}
