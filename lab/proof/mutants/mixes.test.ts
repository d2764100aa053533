import { expect, test } from 'vitest'
import { choosable, concreteVariants } from '../../../spec/choices.ts'
import { mixes } from './mixes.ts'
import { describeChanges } from './run-result.ts'

test.for(choosable)('$id: each variant is in force in some mix', (point) => {
  const occurring = new Set(mixes.map(({ choices }) => choices?.[point.id] ?? point.default))
  expect([...occurring].toSorted()).toEqual(concreteVariants(point).toSorted())
})

test('only what a run reports differently is described, the best evidence first', () => {
  const healthy = {
    verdicts: { 'LIST-1': 'held', 'LIST-2': 'held', 'LIST-3': 'held' },
    choices: { ban: 'none' },
    exitCode: 0,
  }
  const now = {
    verdicts: { 'LIST-1': 'held', 'LIST-2': 'not verified', 'LIST-3': 'broken' },
    choices: { ban: 'not observed' },
    exitCode: 1,
  }
  expect(describeChanges(healthy, now)).toEqual([
    'broken LIST-3',
    'not verified LIST-2',
    'not observed ban',
    'exit code 1',
  ])
  expect(describeChanges(healthy, healthy)).toEqual([])
})
