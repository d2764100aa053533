import { expect, test } from 'vitest'
import { asReal } from '../../lab/proof/as-real.ts'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { asError, timeOf, withHeader } from '../../lab/proof/violations/mutate.ts'
import type { Overlay } from '../../lab/proof/violations/service.ts'

const REFUSED = 12

/** Refuses one request over a limit that no plan has. */
const refusesOne: Overlay = (healthy) => {
  let asked = 0
  return async (request) => {
    asked += 1
    const reply = await healthy(request)
    const soon = new Date((timeOf(reply) + 5) * 1000).toUTCString()
    return asked === REFUSED ? withHeader(asError(429)(reply), 'retry-after', soon) : reply
  }
}

test('a run that stays below the limit reads the points of a refusal that it meets all the same', async () => {
  const service = await asReal(await testService(refusesOne, PLAIN), 17)
  const { choices } = await runOn(service, { exhaust: false, ban: false, key: 'pro-demo-key', plan: 'pro' })
  const variants = new Map(choices.map(({ id, variant }) => [id, variant]))
  expect(variants.get('retry-after-form')).toBe('http-date')
  expect(variants.get('body-of-429')).toBe('error')
})
