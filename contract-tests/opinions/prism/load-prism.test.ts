import { expect, test } from 'vitest'
import { operationIds, operations as documented } from '../../../spec/operations.ts'
import { importPrism, prismLoader } from './load-prism.ts'
import { CannotJudge } from '../judge.ts'

test('if Prism is not installed, one line says how to install it', async () => {
  const importing = importPrism((name) => import(`no-such-package/${name}`))
  await expect(importing).rejects.toThrow(CannotJudge)
  await expect(importing).rejects.toThrow(/^[^\n]*npm install @stoplight\/prism-http \(in a clone: npm ci\)$/)
})

test('a success is cached, and a failure is not', async () => {
  let canOpen = false
  const load = prismLoader((name) =>
    canOpen ? import(name) : Promise.reject(new Error('EMFILE: too many open files')),
  )
  await expect(load()).rejects.toThrow('EMFILE')
  canOpen = true
  const prism = await load()
  expect(await load()).toBe(prism)
})

test('a Prism without the expected validators is an error', async () => {
  await expect(importPrism(() => Promise.resolve({}))).rejects.toThrow(/this version of Prism has no/)
})

test('Prism has every operation with its statuses, and no bounds for int64', async () => {
  const { operations } = await importPrism((name) => import(name))
  const statuses = [...operations].map(([id, { responses }]) => [
    id,
    (responses as readonly { code: string }[]).map(({ code }) => Number(code)),
  ])
  expect(statuses).toEqual(operationIds.map((id) => [id, documented[id].statuses]))
  expect(JSON.stringify([...operations])).not.toContain('9007199254740991')
})
