import { expect, it } from 'vitest'
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
