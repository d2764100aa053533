import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import { markdownTable } from './markdown.ts'

const head = ['open point', 'n', 'variants']
const rows = [
  ['`invalid-limit`', 3, '**400** · clamped · ignored'],
  ['ban', 12, ''],
]
const table = markdownTable(head, rows)

test('a table has the format of the formatter', async () => {
  expect(table).toBe(`| open point      | n   | variants                    |
| --------------- | --- | --------------------------- |
| \`invalid-limit\` | 3   | **400** · clamped · ignored |
| ban             | 12  |                             |`)
  expect(await format('table.md', table)).toMatchObject({ code: `${table}\n` })
})

test('a compact table is the same without the spaces', async () => {
  const compact = markdownTable(head, rows, 'compact')
  expect(compact).toBe(`| open point | n | variants |
| --- | --- | --- |
| \`invalid-limit\` | 3 | **400** · clamped · ignored |
| ban | 12 |  |`)
  expect(await format('table.md', compact)).toMatchObject({ code: `${table}\n` })
})
