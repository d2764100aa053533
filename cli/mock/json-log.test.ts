import { expect, it } from 'vitest'
import { jsonLog } from './json-log.ts'
import { changeEvent, exchangeEvent } from './testing/samples.ts'

const format = jsonLog()

it('writes an exchange with the names of the journal', () => {
  expect(JSON.parse(format.event(exchangeEvent()))).toEqual({
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
  const line = format.event(exchangeEvent({ key: undefined, operation: undefined, reason }))
  expect(JSON.parse(line)).toMatchObject({ key: null, operation: null, reason: { rule: null } })
})

it('writes a change', () => {
  expect(JSON.parse(format.event(changeEvent()))).toEqual({
    event: 'change',
    time: '2026-05-01T10:31:23.456Z',
    world: 'default',
    what: 'limits',
    sentence: 'limits off',
  })
})

it('writes a notice', () => {
  expect(format.notice({ level: 'info', sentence: 'hello' }, 7)).toBe(
    '{"event":"notice","time":"1970-01-01T00:00:00.007Z","level":"info","sentence":"hello"}',
  )
})

it('stays JSON, and one line, whatever a request brings', () => {
  const path = '/\u001b[2J\r\n\u0085\u009b\u202e\u2028"\\'
  const line = format.event(exchangeEvent({ request: { path, query: '' } }))
  expect(line).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u)
  expect(JSON.parse(line)).toMatchObject({ target: `/v1${path}` })
})
