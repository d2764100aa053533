import { clause } from '../engine/clause.ts'
import { dependsOn } from '../engine/expect/depends-on.ts'
import { expectStatus, wrongStatus } from '../engine/expect/expect-status.ts'
import { expectThat } from '../engine/expect/expect-that.ts'
import { listFault } from '../engine/expect/given.ts'
import { NotVerified } from '../engine/not-verified.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import { added, asNobody, get, list, withHeaders } from '../probes/requests.ts'
import type { Run } from '../engine/run.ts'
import { NO_SUCH_KEY, unauthorizedCreation } from '../probes/additions.ts'
import { lowerCaseScheme } from '../probes/lower-case-scheme.ts'
import { readListed } from '../probes/reading.ts'

interface Operation {
  readonly name: string
  readonly needs: readonly 'writes'[]
  /** A request with the key, which must be let in. */
  readonly withKey: (run: Run) => Promise<Exchange>
  /** A request of the same kind, to be sent without it. */
  readonly probe: (run: Run) => Probe
}

const operations: readonly Operation[] = [
  {
    name: 'listPets',
    needs: [],
    withKey: ({ session }) => session.share(list()),
    probe: () => list(),
  },
  { name: 'createPet', needs: ['writes'], withKey: (run) => added(run, {}), probe: unauthorizedCreation },
  { name: 'getPet', needs: [], withKey: readListed, probe: () => get(1) },
]

for (const { name, needs, withKey, probe } of operations) {
  clause('AUTH-1', name, needs, async (run) => {
    const reply = await withKey(run)
    if (reply.status !== 401 && reply.status !== 403) return
    await givenNoBan(run)
    throw wrongStatus(reply, 200)
  })

  clause('AUTH-2', `${name} without a key`, [], async (run) => {
    await expect401(run, asNobody(probe(run)), withKey)
  })

  clause('AUTH-3', `${name} with a key that does not exist`, [], async (run) => {
    await expect401(run, asNobody(probe(run), NO_SUCH_KEY), withKey)
  })
}

/** A key that was taken before, and for the same request is not any more, may be banned by what others do with it. */
async function givenNoBan({ session }: Run): Promise<void> {
  const taken = session.exchanges.findLast(
    ({ probe, status }) => probe.caller === 'key' && probe.base === undefined && status === 200,
  )
  if (taken === undefined || (await session.send(taken.probe)).status === 200) return
  throw new NotVerified('precondition missing', 'a key that is not banned')
}

/** Where an operation leads nowhere with the key either, another clause has said so. */
async function expect401(run: Run, probe: Probe, withKey: Operation['withKey']): Promise<void> {
  const reply = await run.session.share(probe)
  const leadsNowhere = [404, 405, 410, 501].includes(reply.status)
  if (leadsNowhere && (await withKey(run)).status === reply.status) {
    dependsOn(probe.operation === 'getPet' ? 'DEPRECATION-1' : 'BASE-1')
  }
  expectStatus(reply, 401)
}

const otherWays: readonly (readonly [string, Probe])[] = [
  ['another scheme', asNobody(list(), 'Basic {key-as-basic}')],
  ['another scheme, as it is', asNobody(list(), 'Token {key}')],
  ['no scheme', asNobody(list(), '{key}')],
  ['a header of its own', withHeaders({ 'X-Api-Key': '{key}' }, asNobody(list()))],
  ['the query', asNobody(list('?api_key={key}'))],
]

for (const [way, probe] of otherWays) {
  clause('AUTH-4', `a key in ${way}`, [], async ({ session }) => {
    if ((await session.share(asNobody(list()))).status === 200) dependsOn('AUTH-2')
    const reply = await session.share(probe)
    if (reply.status === 200) throw wrongStatus(reply, 401)
  })
}

clause('AUTH-3', 'the beginning of a key', [], async ({ session }) => {
  const reply = await session.share(asNobody(list(), 'Bearer {key-without-its-end}'))
  if (reply.status === 404) dependsOn(listFault(reply))
  expectStatus(reply, 401)
})

clause('AUTH-6', '', [], async ({ session }) => {
  const exchange = await session.share(asNobody(list()))
  if (exchange.status !== 401) dependsOn('AUTH-2')
  const challenge = exchange.headers['www-authenticate'] ?? 'none'
  expectThat(/^bearer\b/i.test(challenge), 'WWW-Authenticate: Bearer …', challenge, exchange)
})

clause('AUTH-7', '', [], async (run) => {
  expectStatus(await lowerCaseScheme(run), 200)
})
