import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createMock } from './index.ts'

const text = await readFile(new URL('../../spec/openapi.yaml', import.meta.url), 'utf8')

/** Each example of a reply that is no success, by its name. */
const examples = new Map(refusalsIn(parse(text)))

const BEARER = { Authorization: 'Bearer free-demo-key' }

function post(body: object): RequestInit {
  const headers = { ...BEARER, 'Content-Type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

// 17 seconds before the examples of X-RateLimit-Reset and Retry-After.
const TIME = Date.UTC(2030, 0, 1, 0, 0, 43)

const refused: Readonly<Record<string, readonly [path: string, init: RequestInit]>> = {
  missingField: ['/pets', post({ name: 'Biscuit' })],
  wrongValue: ['/pets', post({ name: 1, categoryId: 2 })],
  notFound: ['/pets/999', { headers: BEARER }],
  missingKey: ['/pets', {}],
  unknownKey: ['/pets', { headers: { Authorization: 'Bearer of-nobody' } }],
  exceeded: ['/pets', { headers: BEARER }],
}

test('the document has an example of each refusal, and no other', () => {
  expect(examples.keys().toArray().toSorted()).toEqual(Object.keys(refused).toSorted())
})

test.for(Object.entries(refused))('the example %s is what the mock says', async ([name, [path, init]]) => {
  await using mock = createMock({ time: () => TIME })
  if (name === 'exceeded') mock.keys.setRemaining('free-demo-key', { minute: 0 })
  const reply = await mock.fetch(`http://127.0.0.1:4010/v1${path}`, init)
  expect(await reply.json()).toEqual(examples.get(name))
})

/** The named examples under a node that have a code. */
function refusalsIn(node: unknown): [name: string, value: object][] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, child]: [string, unknown]) =>
    isExample(child) ? [[name, child.value]] : refusalsIn(child),
  )
}

function isExample(node: unknown): node is { value: object } {
  if (typeof node !== 'object' || node === null || !('value' in node)) return false
  return typeof node.value === 'object' && node.value !== null && 'code' in node.value
}
