import { describe, expect, it } from 'vitest'
import { createPaint } from '../environment/paint.ts'
import { jsonLog, prettyLog } from './log-lines.ts'
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

  it('stands in the columns of the ones before, also after a longer target', () => {
    const log = prettyLog(createPaint(false))
    const at = ['/pets/1', '/pets/9007199254740993', '/pets/2', `/pets/${'9'.repeat(100)}`, '/pets/3'].map(
      (path) => log.event(exchangeEvent({ request: { path, query: '' } })).indexOf('  200  '),
    )
    expect(at.slice(1, 3)).toEqual([at[4], at[4]])
  })

  it('distinguishes the first 200 of many keys whose redacted forms are equal, and works none out twice', () => {
    const log = prettyLog(createPaint(false))
    const shown = () =>
      Array.from(
        { length: 300 },
        (_, at) => log.event(exchangeEvent({ key: `worker-${at}-of-the-team-with-a-key` })).split('  ')[4],
      )
    shown()
    const again = shown()
    expect(new Set(again.slice(0, 200)).size).toBe(200)
    expect(new Set(again.slice(200))).toEqual(new Set(['work…ey']))
  })

  it('distinguishes keys whose redacted forms are equal, as soon as there is another one', () => {
    const log = prettyLog(createPaint(false))
    const shown = ['team-a-key', 'team-b-key', 'team-a-key'].map(
      (key) => log.event(exchangeEvent({ key })).split('  ')[4],
    )
    expect(shown).toEqual(['te…', 'team-b…', 'team-a…'])
  })

  it('distinguishes a key from the first line on from those that are known from the start', () => {
    const log = prettyLog(createPaint(false), ['team-a-key', 'team-b-key', 'free-demo-key'])
    const shown = ['team-a-key', 'team-b-key', 'free-demo-key'].map(
      (key) => log.event(exchangeEvent({ key })).split('  ')[4],
    )
    expect(shown).toEqual(['team-a…', 'team-b…', 'free…ey'])
  })

  it('cannot contain line breaks or control characters', () => {
    const reason = { step: 'act', sentence: 'no pet "\u009b2J\n\u202e"' } as const
    const line = format.event(exchangeEvent({ request: { path: '/\u001b[2J\r\n' }, reason }))
    expect(line).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u)
  })

  it('stays in line after a longer method', () => {
    const [first, longer, next] = ['GET', 'DELETE', 'GET'].map((method) =>
      prettyLog(createPaint(false))
        .event(exchangeEvent({ request: { method } }))
        .indexOf('/v1'),
    )
    expect([first, longer, next]).toEqual([15, 17, 15])
    const log = prettyLog(createPaint(false))
    const places = ['DELETE', 'GET', 'OPTIONS', 'DELETE', 'A'.repeat(40), 'GET'].map((method) =>
      log.event(exchangeEvent({ request: { method } })).indexOf('/v1'),
    )
    expect(places).toEqual([17, 17, 18, 18, 51, 18])
  })

  it('with a long target is truncated', () => {
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

it('shows the time of the world in seconds', () => {
  const times = [0, 999, 1000, 59_000, 0].map((time) => format.event(exchangeEvent({ time })).slice(0, 8))
  expect(times).toEqual(['00:00:00', '00:00:00', '00:00:01', '00:00:59', '00:00:00'])
})

it('writes a change as one line', () => {
  expect(format.event(changeEvent())).toBe('10:31:23  limits  limits off')
})

it('names the world of a change unless it is the default one', () => {
  expect(format.event(changeEvent({ world: 'staging' }))).toBe('10:31:23  staging limits  limits off')
})

it('writes a notice as one line', () => {
  expect(format.notice({ level: 'warning', sentence: 'two\nlines' }, 0)).toBe('00:00:00  two\\u000alines')
})

describe('the JSON log', () => {
  const json = jsonLog()

  it('writes an exchange with the field names of the journal', () => {
    expect(JSON.parse(json.event(exchangeEvent()))).toEqual({
      event: 'exchange',
      time: '2026-05-01T10:31:23.456Z',
      world: 'default',
      id: 1,
      method: 'GET',
      target: '/v1/pets?limit=5',
      operation: 'listPets',
      key: 'free…ey',
      address: '127.0.0.1',
      status: 200,
      reason: { step: 'act', rule: 'LIST-1', sentence: 'listed 5 of 100 pets' },
    })
  })

  it('writes null where there is no key, operation or rule', () => {
    const reason = { step: 'connection', sentence: 'malformed request' } as const
    const line = json.event(exchangeEvent({ key: undefined, operation: undefined, reason }))
    expect(JSON.parse(line)).toMatchObject({ key: null, operation: null, reason: { rule: null } })
  })

  it('writes a change', () => {
    expect(JSON.parse(json.event(changeEvent()))).toEqual({
      event: 'change',
      time: '2026-05-01T10:31:23.456Z',
      world: 'default',
      what: 'limits',
      sentence: 'limits off',
    })
  })

  it('writes a notice', () => {
    expect(json.notice({ level: 'info', sentence: 'hello' }, 7)).toBe(
      '{"event":"notice","time":"1970-01-01T00:00:00.007Z","level":"info","sentence":"hello"}',
    )
  })

  it('stays one line of JSON, whatever a request contains', () => {
    const path = '/\u001b[2J\r\n\u0085\u009b\u202e\u2028"\\'
    const line = json.event(exchangeEvent({ request: { path, query: '' } }))
    expect(line).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u)
    expect(JSON.parse(line)).toMatchObject({ target: `/v1${path}` })
  })
})
