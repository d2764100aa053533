import { describe, expect, it } from 'vitest'
import { ControlFailure } from '../../../client/control-failure.ts'
import { newFault } from './new-fault.ts'

const everything = { operation: '', key: '' } as const

it('an empty field is ignored, and 100 % is not a probability', () => {
  expect(newFault('answers with HTML', everything, {})).toEqual({ effect: { kind: 'not-json' } })
  const empty = { share: '100', after: '', times: '', seconds: '', status: '', body: '', headers: '' }
  expect(newFault('answers with HTML', everything, empty)).toEqual({ effect: { kind: 'not-json' } })
})

it('every field restricts the fault', () => {
  const fields = { share: '25', after: '2', times: '3', seconds: '60' }
  expect(newFault('answers with status', { operation: 'getPet', key: 'a' }, fields)).toEqual({
    effect: { kind: 'status', status: 503 },
    operation: 'getPet',
    key: 'a',
    probability: 0.25,
    after: 2,
    times: 3,
    seconds: 60,
  })
})

it('sets any status, with its own body and headers', () => {
  const headers = 'Content-Type: text/plain; charset=utf-8\r\n\r\n X-Pot :short: stout \r\nX-Empty:'
  expect(newFault('answers with status', everything, { status: '418', body: 'tea', headers })).toEqual({
    effect: {
      kind: 'status',
      status: 418,
      body: 'tea',
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Pot': 'short: stout', 'X-Empty': '' },
    },
  })
  expect(newFault('answers with status', everything, { headers: ' \n' }).effect).not.toHaveProperty('headers')
})

it('refuses a header without a colon, which would be an empty one', () => {
  expect(() =>
    newFault('answers with status', everything, { headers: 'Retry-After: 2\r\n X-Pot 2 ' }),
  ).toThrow('The header "X-Pot 2" has no colon: write it as Name: value, one per line')
  expect(() => newFault('answers with status', everything, { headers: 'X-Pot' })).toThrow(ControlFailure)
})

it('refuses a header that stands there twice, of which one would be lost', () => {
  expect(() =>
    newFault('answers with status', everything, { headers: 'X-Pot: 1\nX-Cup: 1\nX-Pot: 2' }),
  ).toThrow(new ControlFailure(0, 'The header "X-Pot" stands in two lines: write it once'))
})

describe('the time of a reply that is late', () => {
  const effect = (duration: string) => newFault('is late', everything, { duration }).effect

  it.each([
    ['', { from: 2000 }],
    ['500 ms', { from: 500 }],
    ['1.5s', { from: 1500 }],
    ['0.2-2 s', { from: 200, to: 2000 }],
    [' 200 – 2000 ms ', { from: 200, to: 2000 }],
    ['200 ms to 2 S', { from: 200, to: 2000 }],
    ['0 ms', { from: 0 }],
  ])('%j is read', (duration, wanted) => {
    expect(effect(duration)).toEqual({ kind: 'delay', ...wanted })
  })

  it.each(['2', 'soon', '-2 s', '2 s - 3', '1.2.3 s', '. s', '1-2-3 s', '2 min'])(
    '%j is refused',
    (duration) => {
      const message = `Write the time as 500 ms, 2 s or 0.2-2 s, not "${duration}"`
      expect(() => effect(duration)).toThrow(new ControlFailure(0, message))
    },
  )
})

it('a slow body takes one time', () => {
  const effect = (duration: string) => newFault('sends the body slowly', everything, { duration }).effect
  expect(effect('')).toEqual({ kind: 'trickle', over: 5000 })
  expect(effect('800 ms')).toEqual({ kind: 'trickle', over: 800 })
  expect(() => effect('1-2 s')).toThrow('Write the time as 500 ms or 5 s, not "1-2 s"')
})
