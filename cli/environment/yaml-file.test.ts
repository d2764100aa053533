import { expect, it } from 'vitest'
import { CommandError } from './command-error.ts'
import { parseChoicesFile, parseYaml } from './yaml-file.ts'

it.each([
  ['a map', 'a: 1\nb: [yes, "400", 400]', { a: 1, b: ['yes', '400', 400] }],
  ['JSON', '{"a": {"b": null}}', { a: { b: null } }],
  ['nothing', '', undefined],
  ['comments alone', '# nothing\n', undefined],
  ['a byte order mark and CRLF', '\uFEFFa: 1\r\nb: 2\r\n', { a: 1, b: 2 }],
])('reads %s', async (_what, text, value) => {
  expect(await parseYaml(text, 'a.yaml')).toEqual(value)
})

it('reads __proto__ as an ordinary name', async () => {
  const value = await parseYaml('__proto__: {polluted: true}', 'a.yaml')
  expect(Object.keys(value as object)).toEqual(['__proto__'])
  expect({}).not.toHaveProperty('polluted')
})

it.each([
  ['a bracket that is not closed', 'a: 1\nb: [1,', /^a\.yaml is not YAML: .* at line 2, column 7$/],
  ['a name twice', 'a: 1\na: 2', /^a\.yaml is not YAML: Map keys must be unique at line 2, column 1$/],
  [
    'a line that is indented too far',
    'port: 4010\n  log: json',
    /^a\.yaml is not YAML: The line is indented too far at line 2, column 3$/,
  ],
  ['a tab for an indent', 'a:\n\tb: 1', /^a\.yaml is not YAML: .* at line 2, column 1$/],
  [
    'two documents',
    'a: 1\n---\nb: 2',
    /^a\.yaml cannot be read: A second document begins at line 2, column 1$/,
  ],
  ['aliases that multiply', bomb(), /^a\.yaml cannot be read: .*alias/],
])('refuses %s', async (_what, text, message) => {
  const refusal = await parseYaml(text, 'a.yaml').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(CommandError)
  expect((refusal as Error).message).toMatch(message)
})

it.each([
  [
    'choices of whatever YAML type',
    'ban: none\nlimit-above-100: 400',
    { choices: { ban: 'none', 'limit-above-100': '400' }, others: [], unseen: [] },
  ],
  [
    'only comments, if nothing was observed',
    '# ban: not observed',
    { choices: {}, others: [], unseen: ['ban'] },
  ],
  [
    'open points where a service shows none of the variants, with the evidence',
    "ban: none\ninvalid-pet-id: 'other' # status 422 for GET /pets/first",
    { choices: { ban: 'none' }, others: ['invalid-pet-id'], unseen: [] },
  ],
])('a file of choices may hold %s', async (_what, text, saved) => {
  expect(await parseChoicesFile(text, 'c.yaml')).toEqual(saved)
})

function bomb(): string {
  const levels = Array.from(
    { length: 20 },
    (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`,
  )
  return ['a0: &a0 [x]', ...levels].join('\n')
}
