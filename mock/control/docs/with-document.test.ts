import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { choosable } from '../../../spec/choices.ts'
import { ofSeveral, withDocument, withServerFirst } from './with-document.ts'

const spec = new URL('../../../spec/', import.meta.url)
const text = await readFile(new URL('service-interface.md', spec), 'utf8')
const document = parse(await readFile(new URL('openapi.yaml', spec), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly description: string }>>>>
}
const points = choosable.map((point) => ({ ...point, chosen: point.default }))
const { paths } = withDocument(document, text, points)

test('each operation says what the document says of it', () => {
  expect(paths['/pets']?.['get']?.description).toContain(document.paths['/pets']?.['get']?.description)
  expect(paths['/pets']?.['get']?.description).toContain('| limit | integer | no | 1 to 100 inclusive | 20 |')
  expect(paths['/pets']?.['get']?.description).not.toContain('Adds an animal')
  expect(paths['/pets']?.['post']?.description).toContain('Adds an animal')
  expect(paths['/pets/{petId}']?.['get']?.description).toContain('scheduled for removal on 5 December 2030')
})

test('each open point stands in one place, with the variant in force', () => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const general = ofSeveral(points).map(({ id }) => id)
  for (const { id, chosen } of points) {
    const places = operations.filter(({ description }) => description.includes(`\`${chosen}\` | \`${id}\` |`))
    expect(places.length, id).toBe(general.includes(id) ? 0 : 1)
  }
  expect(paths['/pets']?.['get']?.description).toContain('`limit-above-100`')
  expect(general).toContain('ban')
})

test('the server of a world is the first, the others stay in their order', () => {
  const servers = ['/v1', '/staging/v1', '/zoo/v1'].map((url) => ({ url }))
  const first = (address: string) => withServerFirst({ servers }, address).servers.map(({ url }) => url)
  expect(first('/staging/v1')).toEqual(['/staging/v1', '/v1', '/zoo/v1'])
  expect(first('/v1')).toEqual(['/v1', '/staging/v1', '/zoo/v1'])
})
