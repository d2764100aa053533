import { expect, test } from 'vitest'
import { MOST_MEMORY, memoryProblem } from './heap.ts'

const MORE = MOST_MEMORY * 2

test('what has room is no problem', () => {
  expect(memoryProblem(MOST_MEMORY)).toBeUndefined()
})

test.for([31, 32.5, -1, Number.NaN])('%d megabytes are too few, or no whole number', (memory) => {
  expect(memoryProblem(memory)).toBe('must be a whole number of at least 32 (MB)')
})

test.for([
  [MORE * 2, `; NODE_OPTIONS=--max-old-space-size=${Math.ceil(MORE / 0.7)} raises it`],
  [MORE, `; this machine has ${MORE} MB in all`],
] as const)('of a machine of %i MB it says what helps, or that nothing does', ([machine, way]) => {
  expect(memoryProblem(MORE, machine)).toMatch(
    new RegExp(`^must be at most ${MOST_MEMORY} \\(MB\\) here, .*${way}$`),
  )
})
