import { expect, it } from 'vitest'
import { Batch } from './follow.ts'

it('items that arrive in one frame are flushed together, in order', () => {
  const flushed: (readonly number[])[] = []
  const frames: (() => void)[] = []
  const batch = new Batch<number>(
    (items) => flushed.push(items),
    (callback) => frames.push(callback),
  )
  batch.add([])
  batch.add([1, 2])
  batch.add([3])
  expect(frames).toHaveLength(1)
  frames[0]?.()
  batch.add([4])
  frames[1]?.()
  expect(flushed).toEqual([[1, 2, 3], [4]])
})
