import { expect, test } from 'vitest'
import { CommandError } from './command-error.ts'
import { keyFrom } from './flag-values.ts'

/** What is said of a key in STAGING_KEY. */
function said(key: string): string {
  let text = ''
  const stderr = {
    write: (more: string) => {
      text += more
      return true
    },
    once: () => undefined,
  }
  expect(keyFrom({ variables: { STAGING_KEY: key }, stderr }, 'STAGING_KEY', '--api-key-env')).toBe(key)
  return text
}

test.for([
  ['a b', 'has a blank in it'],
  ['clë', 'has the character ë (U+00EB) in it'],
] as const)('the key %j is used, and it is said at once that it %s', ([key, what]) => {
  expect(said(key)).toBe(
    `The API key in the environment variable STAGING_KEY ${what}, which a bearer key cannot contain (RFC 6750, section 2.1): the service is likely to answer 401\n`,
  )
})

test.for(['free-demo-key', 'id:{"secret"}!@#$%'])('nothing is said of the key %s', (key) => {
  expect(said(key)).toBe('')
})

test.for([
  ['a\nb', 'has a line break in it'],
  ['ключ', 'has the character к (U+043A) in it'],
] as const)('the key %j is refused, because it %s', ([key, what]) => {
  expect(() => said(key)).toThrow(
    new CommandError(
      `The API key in the environment variable STAGING_KEY ${what}, which no header can carry (RFC 9110, section 5.5): set it anew`,
    ),
  )
})
