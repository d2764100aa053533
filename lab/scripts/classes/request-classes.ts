// Classes of what every request may bring, whatever its operation: a key, a body, a media type.
import type { ClauseId } from '../../../spec/clauses.ts'
import { ABSENT, inAnyCase, like, type Recipe, type Side } from './recipe.ts'
import type { ClassTest } from '../../../contract-tests/asked/input-class.ts'

const raw = String.raw
const SCHEME = inAnyCase('bearer')

const keys: readonly (readonly [name: string, clause: ClauseId, pattern: string, sample: string])[] = [
  ['a valid key', 'AUTH-1', raw`^Bearer \{key\}$`, 'Bearer {key}'],
  ['another valid key', 'AUTH-1', raw`^Bearer \{second-key\}$`, 'Bearer {second-key}'],
  ['empty', 'AUTH-3', raw`^Bearer\s*$`, 'Bearer'],
  ['a made-up key', 'AUTH-3', raw`^Bearer [^{\s]\S*$`, 'Bearer no-such-key'],
  ['its beginning', 'AUTH-3', altered('without-its-(?:end|last-four)'), 'Bearer {key-without-its-end}'],
  ['its end', 'AUTH-3', altered('without-its-(?:start|first-four)'), 'Bearer {key-without-its-start}'],
  ['a letter more', 'AUTH-3', altered('and-a-(?:letter|word)'), 'Bearer {key-and-a-letter}'],
  ['another last letter', 'AUTH-3', altered('with-(?:yet-)?another-end'), 'Bearer {key-with-another-end}'],
  ['the other case', 'AUTH-3', altered('(?:half-)?in-the-other-case'), 'Bearer {key-in-the-other-case}'],
  ['two words', 'AUTH-3', raw`^Bearer (?:\S+ \S|\{key-with-a-blank\})`, 'Bearer {key} key'],
  ['the scheme in another case', 'AUTH-7', raw`^(?!Bearer )${SCHEME} \S+$`, 'BEARER {key}'],
  ['another scheme', 'AUTH-4', raw`^(?!${SCHEME} )\S+ \S`, 'Token {key}'],
  ['no scheme', 'AUTH-4', raw`^(?!Bearer$|\?$)\S+$`, '{key}'],
  ['another header', 'AUTH-4', '^$', 'X-Api-Key: {key}'],
  ['the query', 'AUTH-4', raw`^\?$`, '?access_token={key}&api_key={key}'],
]

function altered(how: string): string {
  return raw`^Bearer \{key-${how}\}$`
}

/** What stands in the place of a key, as the suite's own placeholders name it. */
export const keyClasses: readonly Recipe[] = [
  { ...ABSENT, name: 'missing', clause: 'AUTH-2' },
  ...keys.map(([name, clause, pattern, sample]) => ({ ...like(name, 'open', pattern, sample), clause })),
]

const PLAIN = '{"name":{name},"categoryId":{categoryId}}'

/** Of a body whose members have these names. */
export function bodyClasses(members: readonly string[]): readonly Recipe[] {
  const own = members.map((name) => JSON.stringify(name)).join('|')
  const more = (member: string): string => `${PLAIN.slice(0, -1)},${member}}`
  return [
    { ...ABSENT, side: 'invalid' },
    like('empty', 'invalid', '^$', ''),
    like('cut off', 'invalid', '^no JSON$', PLAIN.slice(0, -1)),
    json('null', 'invalid', { json: 'null' }, 'null'),
    json('a number', 'invalid', { json: 'number' }, '7'),
    json('a string', 'invalid', { json: 'string' }, '"Rex"'),
    json('an array', 'invalid', { json: 'array' }, `[${PLAIN}]`),
    { ...json('an object without members', 'invalid', { json: 'object', is: '' }, '{}'), clause: 'CREATE-3' },
    json('an object of its members', 'open', { json: 'object', like: `^(?:(?:${own})(?: |$))+$` }, PLAIN),
    json('a member twice', 'open', { json: 'object', like: '^twice' }, more('"name":"{mark}last"')),
    json(
      'an unknown member',
      'open',
      { json: 'object', like: raw`(?:^| )(?!(?:${own}|twice)(?: |$))\S` },
      more('"colour":"blue"'),
    ),
  ]
}

function json(name: string, side: Side, test: ClassTest, sample: string): Recipe {
  return { name, side, test, sample }
}

/** Of the Content-Type of a body, where the document names one. */
export function mediaTypeClasses(type: string): readonly Recipe[] {
  const any = inAnyCase(type)
  return [
    like(type, 'valid', `^${type}$`, type),
    like('with a charset', 'valid', `^${type} *; *charset=`, `${type}; charset=utf-8`),
    like('in another case', 'open', `^(?!${type})${any}`, type.toUpperCase()),
    like('another type', 'open', `^(?!${any}(?:$|[ ;]))`, 'text/plain'),
    { ...ABSENT, side: 'open' },
  ]
}
