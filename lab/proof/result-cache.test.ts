import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ResultCache } from './result-cache.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return folder
}

test('a result from before an interruption is not computed again, unless its line was cut off', async () => {
  const folder = newFolder()
  const first = new ResultCache(folder, 'these')
  await first.get('one', () => Promise.resolve({ isRight: true }))
  appendFileSync(first.file, '["two",{"isRi')
  const second = new ResultCache(folder, 'these')
  expect([second.has('one'), second.has('two')]).toEqual([true, false])
  const result = await second.get('one', () => Promise.reject(new Error('computed again')))
  expect(result).toEqual({ isRight: true })
  await second.get('three', () => Promise.resolve(3))
  expect(new ResultCache(folder, 'these').has('three')).toBe(true)
})

test('results of other sources are not used, and their file is removed', async () => {
  const folder = newFolder()
  const old = new ResultCache(folder, 'these')
  await old.get('one', () => Promise.resolve(1))
  expect(await new ResultCache(folder, 'others').get('one', () => Promise.resolve(2))).toBe(2)
  expect(existsSync(old.file)).toBe(false)
})

test('the sources of the project have one hash', () => {
  const folder = newFolder()
  expect(new ResultCache(folder).file).toBe(new ResultCache(folder).file)
})
