import { describe, expect, test } from 'vitest'
import { type Outcome, refusal } from '../message/outcome.ts'
import { ask, headerOf, type Asked } from '../testing/test-world.ts'
import { watchedWorld, type WatchedWorld } from '../testing/watched-world.ts'
import type { InjectedFault } from '../faults/faults.ts'
import { type Reply, writeReply } from './reply.ts'
import type { ServiceBehind } from './service-behind.ts'

const LISTED: Outcome = { status: 200, json: '[]', reason: { step: 'forward', sentence: 'it has listed' } }
const REFUSED = refusal('invalid_body', 'It refuses', { step: 'forward' })
const LEFT = 'X-RateLimit-Remaining'

interface Behind extends WatchedWorld {
  readonly service: ServiceBehind
  /** The faults of the requests that it was sent. */
  readonly asked: readonly (InjectedFault | undefined)[]
  readonly send: (asked?: Asked) => Promise<Reply>
}

/** A world before a service that lists no pets and refuses all else; what is for /admin must not reach it. */
function begin(): Behind {
  const watched = watchedWorld()
  const asked: (InjectedFault | undefined)[] = []
  const service: ServiceBehind = {
    plan: 'pro',
    recorded: (exchange) => exchange,
    refuse: ({ path }) =>
      path === '/admin' ? refusal('path_not_found', 'not here', { step: 'forward' }) : undefined,
    ask: (fault) => {
      asked.push(fault)
      return Promise.resolve({
        status: 200,
        requestBody: 'sent',
        write: (context) => writeReply(context.operation === 'listPets' ? LISTED : REFUSED, context),
      })
    },
  }
  const send = async (some: Asked = {}): Promise<Reply> =>
    await watched.world.answer(ask({ key: 'any', ...some }), service)
  return { ...watched, service, asked, send }
}

describe('a service behind', () => {
  test('answers in place of the operations, under the limits of its plan, whatever key there is', async () => {
    const { world, send, asked } = begin()
    const first = await send()
    expect([first.status, first.body, headerOf(first, LEFT)]).toEqual([200, '[]', '299'])
    expect([world.keys.get('any').plan, headerOf(await send(), LEFT), asked]).toEqual([
      'pro',
      '298',
      [undefined, undefined],
    ])
    expect(headerOf(await send({ key: 'other' }), LEFT)).toBe('299')
  })

  test('is recorded with the body that it was sent', async () => {
    const { world, send } = begin()
    await send({ method: 'POST', body: 'of the client' })
    const [entry] = world.journal.list()
    expect(entry).toMatchObject({
      status: 400,
      operation: 'createPet',
      request: { body: 'sent' },
      reason: { step: 'forward' },
    })
  })

  test('is asked of paths and methods that the document lacks, and OPTIONS', async () => {
    const { send, asked } = begin()
    const statuses = [
      await send({ path: '/cats' }),
      await send({ method: 'PATCH' }),
      await send({ method: 'OPTIONS' }),
    ].map(({ status }) => status)
    expect([statuses, asked.length]).toEqual([[400, 400, 400], 3])
  })

  test('is not asked what must not reach it, nor what is over the limit', async () => {
    const { world, send, asked } = begin()
    expect((await send({ path: '/admin' })).status).toBe(404)
    world.keys.setRemaining('any', { minute: 0 })
    expect([(await send()).status, asked]).toEqual([429, []])
  })

  test('says nothing of a quota where the limits are off', async () => {
    const { world, send } = begin()
    world.limits.switch(false)
    expect(headerOf(await send(), LEFT)).toBe('')
  })

  test('is notified of the fault that will hit its reply, and not asked where that replaces it', async () => {
    const { world, send, asked } = begin()
    world.faults.add({ effect: { kind: 'delay', from: 5 }, times: 1 })
    expect((await send()).fault).toEqual({ delay: 5, effect: undefined })
    world.faults.add({ effect: { kind: 'status', status: 503 } })
    expect([(await send()).status, asked]).toEqual([503, [{ delay: 5, effect: undefined }]])
  })

  test('that refuses has its refusal written as any other', async () => {
    const { world, service } = begin()
    const refusing: ServiceBehind = {
      ...service,
      ask: () => Promise.resolve(refusal('pet_not_found', 'gone', { step: 'forward' })),
    }
    const { status, body } = await world.answer(ask({ key: 'any' }), refusing)
    expect([status, JSON.parse(body)]).toEqual([404, { code: 'pet_not_found', message: 'gone', status: 404 }])
    expect(world.journal.list()[0]?.request.body).toBeNull()
  })

  test('without one, a key that the world does not have is none', async () => {
    const { world } = begin()
    expect((await world.answer(ask({ key: 'any' }))).status).toBe(401)
    expect(world.keys.has('any')).toBe(false)
  })
})
