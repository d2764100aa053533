import { expect, it } from 'vitest'
import { newFault } from './new-fault.ts'

const nothing = { operation: '', key: '', share: null, times: '', seconds: '' } as const

it('an empty field does not narrow a fault, and a whole share is no probability', () => {
  expect(newFault('answers with HTML', nothing)).toEqual({ effect: { kind: 'not-json' } })
  expect(newFault('answers with HTML', { ...nothing, share: '100' })).toEqual({
    effect: { kind: 'not-json' },
  })
})

it('every field narrows it', () => {
  const fields = { operation: 'getPet', key: 'a', share: '25', times: '3', seconds: '60' } as const
  expect(newFault('answers 503', fields)).toEqual({
    effect: { kind: 'status', status: 503 },
    operation: 'getPet',
    key: 'a',
    probability: 0.25,
    times: 3,
    seconds: 60,
  })
})
