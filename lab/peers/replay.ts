import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { RunReport } from '../../contract-tests/index.ts'

/** The request that a curl line sends, and the reply to its replay. */
export interface Replayed {
  readonly method: string
  readonly url: URL
  /** By lower-case name. */
  readonly sent: Readonly<Record<string, string>>
  readonly data: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const keys = { API_KEY: 'peer-key', SECOND_API_KEY: 'peer-key-2' }
export const KEY = keys.API_KEY
export const SECOND_KEY = keys.SECOND_API_KEY

/** Runs a curl line of a report in a shell; `undefined` if no reply comes within five seconds. */
export async function replay(line: string): Promise<Replayed | undefined> {
  const curl = spawn('sh', ['-c', line.replace(/^curl /, 'curl -s --max-time 5 ')], {
    env: { PATH: process.env['PATH'], ...keys },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const reply = readReply(await text(curl.stdout))
  return reply && { ...parseCurl(line), ...reply }
}

/** Runs a curl line of a report in a shell, and resolves with its replies, in the order in which they came. */
export async function replayAll(
  line: string,
): Promise<readonly Pick<Replayed, 'status' | 'headers' | 'body'>[]> {
  const script = `curl() { command curl -s --max-time 5 "$@"; }\n${line}`
  const curl = spawn('sh', ['-c', script], {
    env: { PATH: process.env['PATH'], ...keys },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const replies = (await text(curl.stdout)).split(/(?=HTTP\/\d\S* \d{3}[^\r\n]*\r\n)/)
  // A line of several requests ends each reply with a newline.
  const isEnded = line.includes(String.raw` -w '\n' `)
  return replies.flatMap((reply) => readReply(isEnded ? reply.replace(/\n$/, '') : reply) ?? [])
}

function readReply(reply: string): Pick<Replayed, 'status' | 'headers' | 'body'> | undefined {
  const [, status, lines = '', body = ''] =
    /^HTTP\/\S+ (\d+)[^\n]*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(reply) ?? []
  return status === undefined
    ? undefined
    : { status: Number(status), headers: parseHeaders(lines.split('\r\n')), body }
}

/** The exchange of a report in the form of a replayed one. */
export function asReported({ curl, status, headers, body }: RunReport['exchanges'][number]): Replayed {
  return { ...parseCurl(curl), status, headers, body }
}

/** The request that a curl line sends. The shell itself parses the line. */
export function parseCurl(line: string): Pick<Replayed, 'method' | 'url' | 'sent' | 'data'> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: keys })
  const words = stdout.split('\0')
  const after = (option: string): readonly string[] =>
    words.filter((_word, at) => at > 0 && words[at - 1] === option)
  return {
    method: words.includes('--head') ? 'HEAD' : (after('-X')[0] ?? 'GET'),
    url: new URL(words.find((word) => word.startsWith('http://')) ?? ''),
    sent: parseHeaders(after('-H')),
    data: after('--data-raw')[0],
  }
}

function parseHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  const fields = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
  })
  return Object.fromEntries(fields) as Record<string, string>
}
