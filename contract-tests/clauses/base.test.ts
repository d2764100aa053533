import { expect, test } from 'vitest'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { asError } from '../../lab/proof/violations/mutate.ts'
import type { Overlay } from '../../lab/proof/violations/service.ts'

/** Answers a HEAD of a pet 404, and `then` what is asked of that pet. */
const headIs404 =
  (then: number): Overlay =>
  (healthy) => {
    const asked = new Set<string>()
    return async (request) => {
      const reply = await healthy(request)
      const isHead = request.method === 'HEAD' && request.path.startsWith('/pets/')
      if (isHead) asked.add(request.path)
      if (isHead) return asError(404)(reply)
      return asked.has(request.path) && then !== 200 ? asError(then)(reply) : reply
    }
  }

test.for([
  { then: 200, verdict: 'warned' },
  { then: 404, verdict: 'not verified' },
])(
  'a HEAD of one pet that is not found is $verdict, where a GET is answered $then',
  async ({ then, verdict }) => {
    const { clauses } = await runOn(await testService(headIs404(then), PLAIN), { ban: false })
    const tests = clauses.flatMap(({ id, tests: own }) => (id === 'BASE-5' ? own : []))
    expect(tests.find(({ title }) => title.endsWith('of one pet'))?.verdict).toBe(verdict)
  },
)

test('a HEAD that meets the failure which follows on a refused body is asked again', async () => {
  const failsAfterRefusal: Overlay = (healthy) => {
    let isAfter = false
    return async (request) => {
      const reply = await healthy(request)
      const fails = isAfter && request.path.startsWith('/pets?')
      isAfter = !fails && (isAfter || (request.operation === 'createPet' && reply.status === 400))
      return fails ? asError(500)(reply) : reply
    }
  }
  const { clauses } = await runOn(await testService(failsAfterRefusal, PLAIN), { ban: false })
  expect(clauses.find(({ id }) => id === 'BASE-5')?.verdict).toBe('held')
})
