import { format } from 'prettier'
import { expect, test } from 'vitest'
import { markdownTable } from './markdown.ts'

const table = markdownTable(
  ['open point', 'n', 'variants'],
  [
    ['`invalid-limit`', 3, '**400** · clamped · ignored'],
    ['ban', 12, ''],
  ],
)

test('a table stands as Prettier writes it', async () => {
  expect(table).toBe(`| open point      | n   | variants                    |
| --------------- | --- | --------------------------- |
| \`invalid-limit\` | 3   | **400** · clamped · ignored |
| ban             | 12  |                             |`)
  expect(await format(table, { parser: 'markdown' })).toBe(`${table}\n`)
})
