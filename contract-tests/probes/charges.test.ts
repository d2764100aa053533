import { expect, test } from 'vitest'
import { runOn, testService } from '../../lab/proof/test-service.ts'
import { headers } from '../../lab/proof/violations/headers.ts'
import { keyOf, LEFT, number, onReply, SECOND, withHeader } from '../../lab/proof/violations/mutate.ts'
import type { Overlay } from '../../lab/proof/violations/service.ts'

const charged = headers.find(({ name }) => name === 'the second key is charged in its headers for the first')

/** The second key has some requests fewer left than the service below says. */
const less = (gone: number): Overlay =>
  onReply(
    (request, reply) => keyOf(request) === SECOND && ![401, 429].includes(reply.status),
    (reply) => withHeader(reply, LEFT, String(Math.max(0, number(reply, LEFT) - gone))),
  )

test.for([0, 2, 22, 30])(
  'a key that is charged for another is found out, whether or not it has some left when it is asked: %i gone before',
  async (gone) => {
    const overlay = charged?.overlay ?? expect.unreachable()
    const service = await testService((healthy) => less(gone)(overlay(healthy)), {
      begins: '2026-11-20T10:00:01Z',
      mock: { pets: 60 },
    })
    const { clauses } = await runOn(service, { exhaust: false, ban: false })
    expect(clauses.find(({ id }) => id === 'LIMIT-11')?.verdict).toBe('broken')
  },
)
