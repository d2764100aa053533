import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Judged } from './judged.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'judged-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  return folder
}

test('what was judged before an interruption is not judged again, but for what was cut off', async () => {
  const folder = newFolder()
  const first = new Judged(folder, 'these')
  await first.tell('one', () => Promise.resolve({ isRight: true }))
  appendFileSync(first.file, '["two",{"isRi')
  const second = new Judged(folder, 'these')
  expect([second.has('one'), second.has('two')]).toEqual([true, false])
  expect(await second.tell('one', () => Promise.reject(new Error('asked again')))).toEqual({ isRight: true })
  await second.tell('three', () => Promise.resolve(3))
  expect(new Judged(folder, 'these').has('three')).toBe(true)
})

test('nothing that was judged of other sources is told, and its file goes', async () => {
  const folder = newFolder()
  const old = new Judged(folder, 'these')
  await old.tell('one', () => Promise.resolve(1))
  expect(await new Judged(folder, 'others').tell('one', () => Promise.resolve(2))).toBe(2)
  expect(existsSync(old.file)).toBe(false)
})

test('the sources of the project have one name', () => {
  const folder = newFolder()
  expect(new Judged(folder).file).toBe(new Judged(folder).file)
})
