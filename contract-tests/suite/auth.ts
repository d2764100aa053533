import { clause } from '../clause.ts'
import { expectError, expectPets } from '../expect/expect-body.ts'
import { expectThat } from '../expect/expect-that.ts'
import type { Probe } from '../probe/exchange.ts'
import { asNobody, get, list, withHeaders } from '../probes.ts'
import type { Run } from '../run.ts'
import { NO_SUCH_KEY, unauthorizedCreation } from './additions.ts'

const operations: readonly (readonly [string, (run: Run) => Probe])[] = [
  ['listPets', () => list('?limit=1')],
  ['createPet', unauthorizedCreation],
  ['getPet', () => get(1)],
]

clause('AUTH-1', '', [], async (run) => {
  expectPets(run, await run.session.share(list()))
})

for (const [operation, probe] of operations) {
  clause('AUTH-2', `${operation} without a key`, [], async (run) => {
    expectError(run, await run.session.share(asNobody(probe(run))), 401)
  })

  clause('AUTH-3', `${operation} with a key that does not exist`, [], async (run) => {
    expectError(run, await run.session.share(asNobody(probe(run), NO_SUCH_KEY)), 401)
  })
}

const otherWays: readonly (readonly [string, Probe])[] = [
  ['another scheme', asNobody(list('?limit=1'), 'Basic {key-as-basic}')],
  ['no scheme', asNobody(list('?limit=1'), '{key}')],
  ['a header of its own', withHeaders({ 'X-Api-Key': '{key}' }, asNobody(list('?limit=1')))],
  ['the query', asNobody(list('?limit=1&api_key={key}'))],
]

for (const [way, probe] of otherWays) {
  clause('AUTH-4', `a key in ${way}`, [], async (run) => {
    const exchange = await run.session.share(probe)
    expectThat(exchange.status !== 200, 'a refusal', `status ${exchange.status}`, exchange)
  })
}

clause('AUTH-3', 'the beginning of a key', [], async (run) => {
  expectError(run, await run.session.share(asNobody(list('?limit=1'), 'Bearer {key-without-its-end}')), 401)
})

clause('AUTH-6', '', [], async (run) => {
  const exchange = await run.session.share(asNobody(list('?limit=1')))
  const challenge = exchange.headers['www-authenticate'] ?? 'none'
  expectThat(/^bearer\b/i.test(challenge), 'WWW-Authenticate: Bearer …', challenge, exchange)
})

clause('AUTH-7', '', [], async (run) => {
  const lower = withHeaders({ Authorization: 'bearer {key}' }, list('?limit=1'))
  expectPets(run, await run.session.share(lower))
})
