import { expect, it, test } from 'vitest'
import { planIds } from '../../spec/plans.ts'
import { registerContract, runSuite, type SuiteOptions, type TestFunction } from '../index.ts'
import { checkedOptions } from './check-options.ts'

const GOOD = { baseUrl: 'https://staging.example.com/v1', key: 'k' }

/** Options as plain JavaScript can give them, which no type has seen. */
function untyped(options: unknown): SuiteOptions {
  return options as SuiteOptions
}

const none: TestFunction = Object.assign(() => undefined, { skip: () => undefined })

it.each<[unknown, string]>([
  [undefined, 'The options must be an object'],
  ['https://staging.example.com/v1', 'The options must be an object'],
  [{ key: 'k' }, 'baseUrl is required'],
  [{ baseUrl: GOOD.baseUrl }, 'key is required'],
  [{ ...GOOD, key: '' }, 'key must be a text that is not empty'],
  [
    { ...GOOD, baseUrl: 'staging.example.com/v1' },
    'baseUrl must be an http:// or https:// URL, not "staging.example.com/v1"',
  ],
  [{ ...GOOD, baseUrl: 'https://staging.example.com' }, 'did you mean https://staging.example.com/v1?'],
  [
    { ...GOOD, baseUrl: 'https://me:secret@staging.example.com/v1' },
    'baseUrl must have no user name, password, query or fragment: did you mean https://staging.example.com/v1?',
  ],
  [{ ...GOOD, secondBaseUrl: '/v1' }, 'secondBaseUrl must be an http:// or https:// URL'],
  [{ ...GOOD, readonly: true }, 'readonly is not known. Did you mean readOnly?'],
  [{ ...GOOD, plan: 'fre' }, `plan must be one of ${planIds.join(', ')}. Did you mean free?`],
  [{ ...GOOD, maxWait: '60' }, 'maxWait must be a number'],
  [{ ...GOOD, minVerified: 101 }, 'minVerified must be <= 100'],
  [{ ...GOOD, only: 'LIST' }, 'only must be an array'],
  [{ ...GOOD, proxyEnv: { HTTP_PROXY: 5 } }, 'proxyEnv.HTTP_PROXY must be a string'],
  [{ ...GOOD, proxyEnv: { no_proxy: null } }, 'proxyEnv.no_proxy must be a string'],
  [{ ...GOOD, only: ['LSIT'] }, 'There is no clause LSIT'],
])('%j: %s', async (options, message) => {
  expect(() => {
    registerContract(none, untyped(options))
  }).toThrow(message)
  await expect(runSuite(untyped(options))).rejects.toThrow(message)
})

test('a host may have the name v1', () => {
  expect(() => checkedOptions({ ...GOOD, baseUrl: 'http://v1/pets' })).toThrow(
    'did you mean http://v1/pets/v1?',
  )
})

test.for([
  ['', '/v1'],
  ['/pets', '/pets/v1'],
  ['/api/v1/pets', '/api/v1'],
  ['/api/v1/pets/', '/api/v1'],
  ['/v1/pets/7', '/v1'],
  ['/v1/pets?limit=1', '/v1'],
  ['/v1/#pets', '/v1'],
  ['/?limit=1', '/v1'],
  ['/v1/staging/v1/pets', '/v1/staging/v1'],
  ['/api/v2/pets', '/api/v1'],
  ['/vets/pets/', '/vets/pets/v1'],
  ['/v2', '/v1'],
  ['/_mock/', '/v1'],
  ['/pets/_mock/docs/', '/pets/v1'],
])('the base address in %j is %j', ([given, meant]) => {
  expect(() => checkedOptions({ ...GOOD, baseUrl: `https://staging.example.com${given}` })).toThrow(
    `: did you mean https://staging.example.com${meant}?`,
  )
})

test('an address may end with a slash', () => {
  expect(checkedOptions({ ...GOOD, baseUrl: `${GOOD.baseUrl}/`, seed: undefined })).toEqual({
    ...GOOD,
    seed: undefined,
  })
})

test.for([process.env, { HTTP_PROXY: undefined, HOME: '/root' }])(
  'an environment names proxies, or none',
  (proxyEnv) => {
    expect(checkedOptions({ ...GOOD, proxyEnv })).toEqual({ ...GOOD, proxyEnv })
  },
)
