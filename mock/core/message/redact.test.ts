import { describe, expect, test } from 'vitest'
import { redactAuthorization, redactKey, redactPassword, redactTarget } from './redact.ts'

test.for([
  ['free-demo-key', 'free…ey'],
  ['free-demo-key-2', 'free…-2'],
  ['x'.repeat(200), 'xxxx…xx'],
  ['elevenchars', 'el…'],
  ['short', '…'],
  ['', '…'],
] as const)('the key %s is shown as %s', ([key, shown]) => {
  expect(redactKey(key)).toBe(shown)
})

test.for([
  ['Bearer free-demo-key', 'Bearer free…ey'],
  ['bearer  free-demo-key', 'bearer  free…ey'],
  ['Basic dXNlcjpwYXNzd29yZA==', 'Basic dXNl…=='],
  ['Bearer a', 'Bearer …'],
  ['free-demo-key', '…'],
  ['Bearer', '…'],
  ['', '…'],
] as const)('the header "%s" is shown as "%s"', ([value, shown]) => {
  expect(redactAuthorization(value)).toBe(shown)
})

describe('redactTarget', () => {
  test.for([
    ['/v1/pets', '/v1/pets'],
    ['/v1/pets?limit=20&status=sold', '/v1/pets?limit=20&status=sold'],
    ['/v1/pets?api_key=free-demo-key', '/v1/pets?api_key=free…ey'],
    ['/v1/pets?limit=1&access_token=free-demo-key&x=y', '/v1/pets?limit=1&access_token=free…ey&x=y'],
    ['/v1/pets?KEY=free-demo-key&Secret=abcdefghijkl', '/v1/pets?KEY=free…ey&Secret=abcd…kl'],
    ['/v1/pets?a=b?token=free-demo-key==', '/v1/pets?a=b?token=free…=='],
    ['/v1/pets?authorization=Bearer%20free-demo-key', '/v1/pets?authorization=Bear…ey'],
    ['/v1/pets?key=&limit=1', '/v1/pets?key=&limit=1'],
    ['/v1/pets?key', '/v1/pets?key'],
    ['/v1/pets?%6bey=free-demo-key', '/v1/pets?%6bey=free…ey'],
    ['/v1/pets?%zz=1&password=abcdefghijkl', '/v1/pets?%zz=1&password=abcd…kl'],
    ['/v1/keys/1?limit=1', '/v1/keys/1?limit=1'],
  ] as const)('%s is shown as %s', ([target, shown]) => {
    expect(redactTarget(target)).toBe(shown)
  })

  // A pattern that tries every way through the whole target would not end within the time that a test has.
  test.for(['?key', '?', '&key', '=', '?a=', 'key', '&', '?key='])(
    'a target of 16,000 characters of "%s" is done with in one go',
    (piece) => {
      const target = piece.repeat(16_000 / piece.length)
      expect(redactTarget(target).length).toBeLessThanOrEqual(16_000)
    },
  )
})

test.for([
  ['redis://localhost:6379', 'redis://localhost:6379'],
  ['rediss://me:secret@redis.example:6380/2?prefix=team', 'rediss://me:…@redis.example:6380/2?prefix=team'],
  ['redis://:p%zz@[::1]/0', 'redis://:…@[::1]/0'],
  ['redis://:p@ss@a:1,b:2/0', 'redis://:…@a:1,b:2/0'],
  ['redis://a:1,b:2/0', 'redis://a:1,b:2/0'],
] as const)('of the address %s, %s is shown', ([address, shown]) => {
  expect(redactPassword(address)).toBe(shown)
})
