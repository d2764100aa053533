import { expect, test } from 'vitest'
import { jsonFault } from '../../fixtures/json-fault.ts'
import { jsonParts, NotJson, type JsonPart } from './json-parts.ts'

const wanted = { ofObject: ['$.name', '$.log.entries.*'], ofList: ['$.*'] }

test('the wanted parts come with their paths; all others are left out', async () => {
  const text = '{"name": "a", "other": [1], "log": {"pages": [{}], "entries": [{"é": 1}, {"b": [2]}]}}'
  for (const size of [1, 7, 1000]) {
    expect(await partsOf(text, size)).toEqual([
      { path: ['name'], value: 'a' },
      { path: ['log', 'entries', 0], value: { é: 1 } },
      { path: ['log', 'entries', 1], value: { b: [2] } },
    ])
  }
})

test('a text may be a list, follow another one, and begin with a byte order mark', async () => {
  const parts = await partsOf('\ufeff \n[1,2]\n[3]\n', 2)
  expect(parts.map(({ value }) => value)).toEqual([1, 2, 3])
})

test('a text without a value has no parts', async () => {
  expect(await partsOf('', 1)).toEqual([])
  expect(await partsOf(' \n ', 1)).toEqual([])
})

test.for<[text: string, line: number, column: number]>([
  ['{"log": {\n "entries": [', 2, 14],
  ['{"log": {"entries": [{"é": 1}\n{"b": 2}]}}', 2, 1],
  ['{"log": {"entries": [\n\n{"é": tru}]}}', 3, 10],
  ['{"log": {"entries": []}} {', 1, 26],
  ['<html>', 1, 1],
  ['{"name": "two\nlines"}', 1, 14],
])('%j is no JSON from line %i, column %i on', async ([text, line, column]) => {
  for (const size of [1, 1000]) expect(await faultOf(text, size)).toMatchObject({ line, column })
})

test('a part comes before what follows it is read', async () => {
  let read = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const text of ['[1,', '2,', '3,', '4]']) {
      read += 1
      yield await Promise.resolve(new TextEncoder().encode(text))
    }
  }
  const seen: [value: unknown, read: number][] = []
  for await (const { value } of jsonParts(chunks(), wanted)) seen.push([value, read])
  expect(seen).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ])
})

// Each is one character away from JSON.
const sound = '{"log": {"entries": [{"a": "é\\u00e9\\n", "b": [1.5e3, true, null, -0]},\n {"c": {}}]}}\n'
const broken = Array.from(sound).flatMap((_char, at) =>
  ['', '}', '"', 'x'].map((sign) => sound.slice(0, at) + sign + sound.slice(at + 1)),
)

test('every fault is reported, and none before the place where the text stops being JSON', async () => {
  for (const text of broken) {
    const at = jsonFault(text)
    if (at === undefined) continue
    const { line = 0, column = 0 } = (await faultOf(text, 1000)) ?? {}
    const before = text.split('\n').slice(0, line - 1)
    const found = before.reduce((sum, one) => sum + one.length + 1, column - 1)
    expect(found, text).toBeGreaterThanOrEqual(at)
    expect(await faultOf(text, 3), text).toMatchObject({ line })
  }
})

async function partsOf(text: string, size: number): Promise<readonly JsonPart[]> {
  const parts: JsonPart[] = []
  for await (const part of jsonParts(chunksOf(text, size), wanted)) parts.push(part)
  return parts
}

async function faultOf(text: string, size: number): Promise<NotJson | undefined> {
  try {
    await partsOf(text, size)
    return undefined
  } catch (error) {
    if (error instanceof NotJson) return error
    throw error
  }
}

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
}
