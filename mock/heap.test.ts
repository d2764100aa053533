import { expect, test } from 'vitest'
import { MOST_MEMORY, memoryProblem } from './heap.ts'

const MORE = MOST_MEMORY * 2

test('what has room is no problem', () => {
  expect(memoryProblem(MOST_MEMORY)).toBeUndefined()
})

test.for([
  [MORE * 2, `; NODE_OPTIONS=--max-old-space-size=${Math.ceil(MORE / 0.7)} raises it`],
  [MORE, `; this machine has ${MORE} MB in all`],
] as const)('of a machine of %i MB it says what helps, or that nothing does', ([machine, way]) => {
  expect(memoryProblem(MORE, machine)).toMatch(
    new RegExp(`^must be at most ${MOST_MEMORY} \\(MB\\) here, .*${way}$`),
  )
})
