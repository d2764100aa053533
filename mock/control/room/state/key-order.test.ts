import { expect, it } from 'vitest'
import { inOrder, namesInOrder } from './key-order.ts'

const key = (name: string, plan: 'free' | 'pro') => ({ key: name, plan })

it('keys of a run come first, in the order of its clients, then those of each plan by name', () => {
  const keys = [
    key('z', 'free'),
    key('polite', 'pro'),
    key('a', 'pro'),
    key('b', 'free'),
    key('naive', 'pro'),
  ]
  const namesOf = (own: readonly string[]) => inOrder(keys, own).map((one) => one.key)
  expect(namesOf(['polite', 'naive'])).toEqual(['polite', 'naive', 'b', 'z', 'a'])
  expect(namesOf([])).toEqual(['b', 'z', 'a', 'naive', 'polite'])
})

it('names of keys of a run come first, in the order of its clients, then the others by name', () => {
  expect(namesInOrder(['b', 'backoff', 'a', 'stampede'], ['stampede', 'backoff', 'naive'])).toEqual([
    'stampede',
    'backoff',
    'a',
    'b',
  ])
})
