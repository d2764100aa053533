import { expect, test } from 'vitest'
import { parseJson } from './json.ts'
import { NotUtf8, parseWithLongList } from './long-list.ts'

const inPieces = (text: string, size: number): AsyncGenerator<Uint8Array> =>
  cut(new TextEncoder().encode(text), size)

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.slice(at, at + size))
}
const read = (text: string, size: number): Promise<unknown> => parseWithLongList(inPieces(text, size), 'pets')

const texts = [
  '{"pets":[{"id":9007199254740993,"name":"Ж\\"],"},[1,[2]],"]",null],"gone":[1]}',
  ' { "a" : { "pets" : [ 1 , 2 ] } , "pets" : [ 3 , 4 ] , "b" : "\\"pets\\":[5]" } ',
  '{"pets":[]}',
  '{"pets":[\n]}',
  '{"pets":{"pets":[1]}}',
  '{"no":"\\\\","pets":[1],"pets":[2,3]}',
  '["pets",[1]]',
  'null',
  '5',
]
test.for(texts)('%s is read as in one piece, however it is cut', async (text) => {
  for (const size of [1, 2, 3, 7, 1000]) expect(await read(text, size)).toEqual(parseJson(text))
})

const notJson = [
  '',
  '{',
  '{"pets":[1,]}',
  '{"pets":[,1]}',
  '{"pets":[1,,2]}',
  '{"pets":[,]}',
  '{"pets":[1}',
  '{"pets":[1]',
  '{"pets":[1]]}',
  '{"pets":[1 2]}',
  '["pets":[1]]',
  '{"pets":[1]}}',
  '{"pets":["a]}',
]
test.for(notJson)('%s is refused as in one piece, however it is cut', async (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
  for (const size of [1, 2, 3, 7, 1000]) await expect(read(text, size)).rejects.toThrow(SyntaxError)
})

test.for(['{"pets":[{"name":"\xff"}]}', '{"a":"\xc3"}', '{"pets":[1,"\xe2\x82",2]}'])(
  '%j is refused, for it is not UTF-8',
  async (latin1) => {
    const bytes = Uint8Array.from(latin1, (char) => char.charCodeAt(0))
    for (const size of [1, 2, 1000])
      await expect(parseWithLongList(cut(bytes, size), 'pets')).rejects.toThrow(NotUtf8)
  },
)

test('a text of which one part is too long to be parsed is refused before it fills the memory', async () => {
  const blanks = new Uint8Array(4_000_000).fill(32)
  let read = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; read < 1_000; read += 1) yield await Promise.resolve(blanks)
  }
  await expect(parseWithLongList(endless(), 'pets')).rejects.toThrow('a part of it is longer than')
  expect(read).toBeLessThan(100)
})
