import { describe, expect, test } from 'vitest'
import { isHeldBack } from './operators/index.ts'
import { nameOf } from './operators/operator.ts'
import { sampledSituated } from './sample.ts'
import { situatedOperators } from './situations/index.ts'
import { situationKinds, situations } from './situations/situation.ts'
import { whereMet } from './where-met.ts'
import { testService } from './test-service.ts'
import { FIRST, SECOND } from './violations/mutate.ts'
import type { Reply, Service, ServiceRequest } from './violations/service.ts'

test('there are at least 1,500 with different names, in situations of every kind, and a tenth of them is held back', () => {
  expect(situatedOperators.length).toBeGreaterThanOrEqual(1500)
  expect(new Set(situatedOperators.map(nameOf)).size).toBe(situatedOperators.length)
  expect(new Set(situatedOperators.map(({ situation }) => situation.kind))).toEqual(new Set(situationKinds))
  const share = situatedOperators.filter(isHeldBack).length / situatedOperators.length
  expect(Math.abs(share - 0.1)).toBeLessThan(0.02)
})

test('a sample has some of each kind that a default run leads to, and is the same each time', async () => {
  const met = await whereMet()
  const sample = sampledSituated('1', met)
  const reached = situations.filter((one) => met.get(one) === 'a default run').map(({ kind }) => kind)
  const sampled = sample.map((at) => situatedOperators[at]?.situation.kind)
  expect(new Set(sampled)).toEqual(new Set(reached))
  expect(sampledSituated('1', met)).toEqual(sample)
})

describe('a change is made in its situation, and nowhere else', () => {
  const list = { ask: 'GET /pets?limit=2' }
  const unknown = { ask: 'GET /pets/999999' }

  test('after something, of the same key', async () => {
    const ask = await changed('getPet 200 after getPet 404')
    expect(await ask(list)).toBe('200')
    expect(await ask({ ask: 'GET /pets/1' })).toBe('200')
    expect(await ask(unknown)).toBe('404')
    expect(await ask({ ask: 'GET /pets/1', key: SECOND })).toBe('200')
    expect(await ask({ ask: 'GET /pets/1' })).toBe('200 changed')
    expect(await ask({ ask: 'GET /pets/1' })).toBe('200')
  })

  test('after something, of another key', async () => {
    const ask = await changed('getPet 200 after listPets 200, another key')
    expect(await ask({ ...list, key: SECOND })).toBe('200')
    expect(await ask({ ask: 'GET /pets/1' })).toBe('200 changed')
    expect(await ask({ ask: 'GET /pets/1' })).toBe('200')
  })

  test('of the second key', async () => {
    const ask = await changed('listPets 200 of the second key only')
    expect(await ask(list)).toBe('200')
    expect(await ask({ ...list, key: SECOND })).toBe('200 changed')
  })

  test('beside another request', async () => {
    const ask = await changed('listPets beside listPets, the same key')
    expect(await ask(list)).toBe('200')
    const both = await Promise.all([ask(list), ask(list)])
    expect(both).toContain('200 changed')
    expect(await ask(list)).toBe('200')
  })

  test('for one value, and for two kinds of values', async () => {
    const ask = await changed('listPets with limit 19')
    expect(await ask(list)).toBe('200')
    expect(await ask({ ask: 'GET /pets?limit=19' })).toBe('200 changed')
    const askPairs = await changed('listPets with limit LIST-3 and status LIST-5')
    expect(await askPairs(list)).toBe('200')
    expect(await askPairs({ ask: 'GET /pets?status=sold' })).toBe('200')
    expect(await askPairs({ ask: 'GET /pets?limit=2&status=sold' })).toBe('200 changed')
  })
})

interface Ask {
  readonly ask: string
  readonly key?: string
}

/** Asks a service in which a header of that situation is changed; resolves with the status, and whether it was. */
async function changed(situation: string): Promise<(ask: Ask) => Promise<string>> {
  const operator = situatedOperators.find(
    (one) => one.situation.name === situation && (one.aspect === 'headers' || one.aspect === 'bodies'),
  )
  if (operator === undefined) throw new Error(`nothing is changed in ${situation}`)
  // The truth, beside what came of it.
  const healthyReplies = new Map<ServiceRequest, Reply>()
  const { service } = await testService((healthy): Service => {
    const watched = operator.overlay(async (request) => {
      const reply = await healthy(request)
      healthyReplies.set(request, reply)
      return reply
    })
    return watched
  })
  return async ({ ask, key = FIRST }) => {
    const [method = '', path = ''] = ask.split(' ')
    const request: ServiceRequest = {
      ...{ method, path, base: '/v1', body: undefined, headers: { authorization: `Bearer ${key}` } },
      operation: path.startsWith('/pets/') ? 'getPet' : 'listPets',
    }
    const reply = await service(request)
    const isChanged = JSON.stringify(reply) !== JSON.stringify(healthyReplies.get(request))
    return `${reply.status}${isChanged ? ' changed' : ''}`
  }
}
