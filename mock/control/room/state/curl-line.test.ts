import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../client/generated/wire.ts'
import { curlLine } from './curl-line.ts'

function exchange(
  request: Partial<JournalEntry['request']>,
  other: Partial<JournalEntry> = {},
): JournalEntry {
  return {
    id: 1,
    world: 'default',
    time: '2026-03-01T12:00:00.000Z',
    method: 'GET',
    target: '/v1/pets?limit=2',
    operation: 'listPets',
    key: 'free…ey',
    keyId: '218d1f59b9b83cc8',
    address: '127.0.0.1',
    status: 200,
    reason: { step: 'act', rule: null, sentence: '' },
    request: { headers: {}, body: null, ...request },
    reply: { headers: {}, body: '' },
    ...other,
  }
}

/** The words that a shell makes of a line. */
function words(line: string): string[] {
  const script = `API_KEY=secret; for word in ${line}; do printf '%s\\0' "$word"; done`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe('a line for a shell', () => {
  it('leaves the key to the shell, and omits the headers of the connection', () => {
    const headers = { host: 'h', authorization: 'Bearer free…ey', 'user-agent': 'u', 'x-trace': '7' }
    expect(words(curlLine(exchange({ headers }), 'http://m'))).toEqual([
      'curl',
      '-sSig',
      '-H',
      'Authorization: Bearer secret',
      '-H',
      'x-trace: 7',
      'http://m/v1/pets?limit=2',
    ])
  })

  it.each(["'; touch hacked; '", '$(touch hacked)', '`touch hacked`', 'a\nb', '@file', '"\\'])(
    'quotes %j in a body, a header and a target',
    (text) => {
      const line = curlLine(
        exchange({ headers: { 'x-it': text }, body: text }, { method: 'POST', target: `/v1/${text}` }),
        'http://m',
      )
      const rest = ['-X', 'POST', '-H', `x-it: ${text}`, '--data-raw', text, `http://m/v1/${text}`]
      expect(words(line)).toEqual(['curl', '-sSig', ...rest])
    },
  )
})
