import { expect, test } from 'vitest'
import { sizeOr } from './environment.ts'

test.for([
  ['a terminal', 120, 120],
  ['a pseudo-terminal without a size', 0, 80],
  ['no terminal', undefined, undefined],
] as const)('%s that reports %o columns has %o', ([, reported, width]) => {
  expect(sizeOr(80, reported)).toBe(width)
})
