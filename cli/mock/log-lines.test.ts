import { describe, expect, it } from 'vitest'
import { createPaint } from '../environment/paint.ts'
import { prettyLog } from './log-lines.ts'
import { changeEvent, exchangeEvent } from './testing/samples.ts'

const format = prettyLog(createPaint(false))

describe('an exchange', () => {
  it.each([
    ['a served one', {}, '10:31:23  GET  /v1/pets?limit=5   200  free…ey  LIST-1: listed 5 of 100 pets'],
    [
      'a refused one',
      {
        reply: { status: 429, headers: [], body: '' },
        reason: { step: 'meter', rule: 'LIMIT-7', sentence: 'plan Free is allowed 60 requests a minute' },
      },
      '10:31:23  GET  /v1/pets?limit=5   429  free…ey  LIMIT-7: plan Free is allowed 60 requests a minute',
    ],
    [
      'one without a valid key',
      { key: undefined, reply: { status: 401, headers: [], body: '' } },
      '10:31:23  GET  /v1/pets?limit=5   401  127.0.0.1  LIST-1: listed 5 of 100 pets',
    ],
    [
      'one without a rule',
      { reason: { step: 'bug', sentence: 'a mistake in the mock itself: oh' } },
      '10:31:23  GET  /v1/pets?limit=5   200  free…ey  a mistake in the mock itself: oh',
    ],
    [
      'an unreadable one',
      {
        request: { method: '', base: '', path: '', query: '', address: '' },
        key: undefined,
        reason: { step: 'connection', sentence: 'malformed request' },
      },
      '10:31:23  -    -                  200  -        malformed request',
    ],
    [
      'one with a secret in its query',
      { request: { query: 'api_key=free-demo-key' } },
      '10:31:23  GET  /v1/pets?api_key=free…ey  200  free…ey  LIST-1: listed 5 of 100 pets',
    ],
  ] as const)('%s', (_what, difference, line) => {
    expect(format.event(exchangeEvent(difference))).toBe(line)
  })

  it('cannot break the line or reach the terminal', () => {
    const reason = { step: 'act', sentence: 'no pet "\u009b2J\n\u202e"' } as const
    const line = format.event(exchangeEvent({ request: { path: '/\u001b[2J\r\n' }, reason }))
    expect(line).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u)
  })

  it('with an endless target is cut', () => {
    expect(format.event(exchangeEvent({ request: { path: `/${'a'.repeat(10_000)}` } })).length).toBeLessThan(
      300,
    )
  })

  it('shows its status in colour', () => {
    const coloured = prettyLog(createPaint(true))
    const statuses = [200, 429, 500].map((status) => {
      const [, before] = /(\S+)\d{3}\S* /.exec(
        coloured.event(exchangeEvent({ reply: { status, headers: [], body: '' } })).slice(20),
      ) ?? ['', '']
      return before
    })
    expect(new Set(statuses).size).toBe(3)
  })
})

it('tells the time of the world, second by second', () => {
  const times = [0, 999, 1000, 59_000, 0].map((time) => format.event(exchangeEvent({ time })).slice(0, 8))
  expect(times).toEqual(['00:00:00', '00:00:00', '00:00:01', '00:00:59', '00:00:00'])
})

it('gives a change one line', () => {
  expect(format.event(changeEvent())).toBe('10:31:23  limits  limits off')
})

it('names the world of a change unless it is the default one', () => {
  expect(format.event(changeEvent({ world: 'staging' }))).toBe('10:31:23  staging limits  limits off')
})

it('gives a notice one line', () => {
  expect(format.notice({ level: 'warning', sentence: 'two\nlines' }, 0)).toBe('00:00:00  two\\u000alines')
})
