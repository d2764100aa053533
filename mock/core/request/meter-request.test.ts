import { expect, test } from 'vitest'
import { ask } from '../testing/test-world.ts'
import { clientName } from './meter-request.ts'

test('clients of one key are distinguished by address and User-Agent, of which 200 characters count', () => {
  const named = (agent: string | undefined, address = '::1'): string =>
    clientName({ ...ask({ address }), headers: agent === undefined ? {} : { 'user-agent': agent } })
  expect([named('curl/8'), named('curl/8', '10.0.0.1'), named(undefined)]).toEqual([
    '::1 curl/8',
    '10.0.0.1 curl/8',
    '::1 ',
  ])
  const long = 'x'.repeat(200)
  expect([named(long), named(`${long}y`)]).toEqual([`::1 ${long}`, `::1 ${long}`])
})
