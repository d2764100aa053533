import { expect, test } from 'vitest'
import { progressBar } from './progress-bar.ts'

function shown(steps: number, isTTY: boolean): readonly string[] {
  const writes: string[] = []
  const step = progressBar(steps, { isTTY, write: (text) => writes.push(text) })
  for (let done = 0; done < steps; done += 1) step()
  return writes
}

test('on a terminal the bar grows in place, and ends with a line break', () => {
  const writes = shown(4, true)
  expect(writes[1]).toBe(`\r${'█'.repeat(20)}${'·'.repeat(20)} 2 of 4`)
  expect(writes[3]).toBe(`\r${'█'.repeat(40)} 4 of 4\n`)
})

test('in a log it writes a line for each tenth', () => {
  expect(shown(200, false)).toEqual(Array.from({ length: 10 }, (_none, at) => `${(at + 1) * 20} of 200\n`))
})
