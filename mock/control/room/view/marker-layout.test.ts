import { expect, it } from 'vitest'
import { isCrossed, markerLines } from './marker-layout.ts'

const widthOf = (label: string): number => label.length * 10

function linesOf(...markers: readonly (readonly [x: number, label: string])[]) {
  return markerLines(
    markers.map(([x, label]) => ({ x, label })),
    widthOf,
    500,
    1,
  )
}

it('markers that are near share a line and a label, and equal ones say it once', () => {
  const lines = linesOf([103, 'banned'], [100, 'clock'], [105, 'clock'])
  expect(lines).toMatchObject([{ x: 100, label: 'clock, banned', row: 0 }])
})

it('a label that would overlap another stands in the next row, or is left out where it says the same', () => {
  expect(linesOf([100, 'clock'], [120, 'banned'], [130, 'clock'], [300, 'clock'])).toMatchObject([
    { x: 100, label: 'clock', row: 0 },
    { x: 120, label: 'banned', row: 1 },
    { x: 300, label: 'clock', row: 0 },
  ])
})

it('a line leaves out the label that it would cross, on either side of the line of that label', () => {
  const [first, second] = linesOf([100, 'clock'], [120, 'banned'])
  const lines = [first, second].filter((line) => line !== undefined)
  expect(lines.map((line) => [0, 1, 2].filter((row) => isCrossed(line, lines, row)))).toEqual([[], [0]])
  const atEnd = linesOf([460, 'clock'], [480, 'banned'])
  expect(atEnd).toMatchObject([
    { from: 402, to: 460 },
    { from: 412, to: 480, row: 1 },
  ])
  expect(atEnd.map((line) => [0, 1, 2].filter((row) => isCrossed(line, atEnd, row)))).toEqual([[1], []])
})
