import { expect, it } from 'vitest'
import { newFault } from './new-fault.ts'

const everything = { operation: '', key: '' } as const

it('an empty field does not narrow a fault, and a whole share is no probability', () => {
  expect(newFault('answers with HTML', everything, {})).toEqual({ effect: { kind: 'not-json' } })
  const empty = { share: '100', after: '', times: '', seconds: '', status: '', body: '' }
  expect(newFault('answers with HTML', everything, empty)).toEqual({ effect: { kind: 'not-json' } })
})

it('every field narrows it', () => {
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

it('answers with any status, and with a body of its own', () => {
  expect(newFault('answers with status', everything, { status: '418', body: 'tea' })).toEqual({
    effect: { kind: 'status', status: 418, body: 'tea' },
  })
})
