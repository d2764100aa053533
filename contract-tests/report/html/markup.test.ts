import { expect, it } from 'vitest'
import { hostile } from '../testing/example-exchanges.ts'
import { markup } from './markup.ts'

it.each<[string, unknown, string]>([
  [
    'text is escaped',
    markup`<b>${`<i a="b" c='d'>&`}</b>`,
    '<b>&lt;i a=&quot;b&quot; c=&#39;d&#39;&gt;&amp;</b>',
  ],
  ['markup stays', markup`<b>${markup`<i>`}</b>`, '<b><i></b>'],
  ['a list is joined', markup`${['<', markup`<br>`, 1]}`, '&lt;<br>1'],
  ['nothing is nothing', markup`<b>${undefined}</b>`, '<b></b>'],
  ['control characters are written out', markup`${'\0\u001b[2J\u202e'}`, '\\u0000\\u001b[2J\\u202e'],
  ['lines stay', markup`${'a\n\tb'}`, 'a\n\tb'],
])('%s', (_what, made, html) => {
  expect(String(made)).toBe(html)
})

it.each(Object.entries(hostile))('%s cannot leave its place', (_name, attack) => {
  expect(markup`${attack}`.toString()).not.toMatch(/[<>"']/)
})
