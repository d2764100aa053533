import { expect, test } from 'vitest'
import { importPrism } from './load-prism.ts'
import { CannotJudge } from '../judge.ts'

test('where Prism is not installed, one line says how to have it', async () => {
  const importing = importPrism((name) => import(`no-such-package/${name}`))
  await expect(importing).rejects.toThrow(CannotJudge)
  await expect(importing).rejects.toThrow(/^[^\n]*npm install @stoplight\/prism-http$/)
})

test('a Prism that has no such validators is not taken for one that finds nothing', async () => {
  await expect(importPrism(() => Promise.resolve({}))).rejects.toThrow(/this version of Prism has no/)
})

test('Prism reads the three operations, int64 without bounds', async () => {
  const { operations } = await importPrism((name) => import(name))
  const statuses = [...operations].map(([id, { responses }]) => [
    id,
    (responses as readonly { code: string }[]).map(({ code }) => Number(code)),
  ])
  expect(statuses).toEqual([
    ['listPets', [200, 401, 429]],
    ['createPet', [201, 400, 401, 429]],
    ['getPet', [200, 401, 404, 429]],
  ])
  expect(JSON.stringify([...operations])).not.toContain('9007199254740991')
})
