import { expect, it } from 'vitest'
import { Batch } from './follow.ts'

it('what arrives in one frame is handed over once, in order', () => {
  const taken: (readonly number[])[] = []
  const frames: (() => void)[] = []
  const batch = new Batch<number>(
    (items) => taken.push(items),
    (callback) => frames.push(callback),
  )
  batch.add([])
  batch.add([1, 2])
  batch.add([3])
  expect(frames).toHaveLength(1)
  frames[0]?.()
  batch.add([4])
  frames[1]?.()
  expect(taken).toEqual([[1, 2, 3], [4]])
})
