import { expect, test } from 'vitest'
import type { FaultSpec } from '../../mock/core/faults/faults.ts'
import { oneMoreFault } from './fault-flag.ts'

test.for<[text: string, fault: FaultSpec]>([
  ['delay 500-2000', { effect: { kind: 'delay', from: 500, to: 2000 } }],
  ['delay 800', { effect: { kind: 'delay', from: 800 } }],
  ['  status   503 ', { effect: { kind: 'status', status: 503 } }],
  ['cut mid-body', { effect: { kind: 'cut', at: 'mid-body' } }],
  ['cut before-reply', { effect: { kind: 'cut', at: 'before-reply' } }],
  ['not-json', { effect: { kind: 'not-json' } }],
  ['trickle 3000', { effect: { kind: 'trickle', over: 3000 } }],
  [
    'status 503 probability=0.2 operation=listPets after=2 times=3 seconds=30',
    {
      effect: { kind: 'status', status: 503 },
      probability: 0.2,
      operation: 'listPets',
      after: 2,
      times: 3,
      seconds: 30,
    },
  ],
])('%s is a fault', ([text, fault]) => {
  expect(oneMoreFault(text)).toEqual([fault])
})

test('a further fault is added to those before', () => {
  expect(oneMoreFault('status 500', oneMoreFault('delay 1'))).toMatchObject([
    { effect: { kind: 'delay' } },
    { effect: { kind: 'status' } },
  ])
})

const FORMS = '"delay 500-2000", "status 503", "cut mid-body", "not-json", "trickle 3000"'

test.for([
  ['', `Write it as one of ${FORMS}.`],
  ['delai 500', `Write it as one of ${FORMS}. Did you mean delay?`],
  ['toString', `Write it as one of ${FORMS}.`],
  ['delay', 'Write it as "delay 500-2000".'],
  ['delay 500ms', 'Write it as "delay 500-2000".'],
  ['delay 1 2', 'Write it as "delay 500-2000".'],
  ['delay 2000-500', 'effect.to must be >= 2000, which is effect.from.'],
  ['status', 'Write it as "status 503".'],
  ['status 429', 'A 429 is no fault: --limits gives one, with its Retry-After.'],
  ['status five', 'effect.status must be an integer.'],
  ['status 99', 'effect.status must be >= 200.'],
  ['not-json 3', 'Write it as "not-json".'],
  ['cut middle', 'effect.at must be one of before-reply, mid-body.'],
  ['status 503 probability=2', 'probability must be <= 1.'],
  ['status 503 probability=', 'probability must be a number.'],
  ['status 503 probability=0.5=0.2', 'probability must be a number.'],
  ['status 503 probability=0.5 probability=0.2', 'probability is given twice.'],
  [
    'status 503 operation=listPets=getPet',
    'operation must be one of listPets, createPet, getPet. Did you mean listPets?',
  ],
  [
    'status 503 propability=0.5',
    '"propability" is no condition: use probability, operation, after, times, seconds. Did you mean probability?',
  ],
  [
    'status 503 operation=listPet',
    'operation must be one of listPets, createPet, getPet. Did you mean listPets?',
  ],
])('%s is refused, with what to write', ([text = '', message]) => {
  expect(() => oneMoreFault(text)).toThrow(expect.objectContaining({ message }))
})
