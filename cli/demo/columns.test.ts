import { expect, it } from 'vitest'
import { scaleFor } from './columns.ts'

it.each([
  [0, 120, 1],
  [0, 69, 2],
  [138, 69, 2],
  [139, 69, 3],
  [281, 69, 5],
  [281, 89, 4],
  [900, 69, 15],
  [100_000, 69, 1450],
])('%i seconds fit into %i columns of %i s', (seconds, columns, secondsPerColumn) => {
  expect(scaleFor(seconds, columns)).toMatchObject({ columns, secondsPerColumn })
})
