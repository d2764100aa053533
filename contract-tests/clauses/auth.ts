import type { Check } from '../engine/check.ts'
import type { Exchange, Probe } from '../engine/exchange.ts'
import { expectStatus, expectThat, wrongStatus } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { NO_SUCH_KEY, unauthorizedCreation } from '../probes/additions.ts'
import { listFault, lowerCaseScheme, readListed } from '../probes/given.ts'
import { added, asNobody, get, list, withHeaders } from '../probes/requests.ts'

interface Operation {
  readonly name: string
  readonly needs?: readonly 'writes'[]
  /** A request with the key, which must be let in. */
  readonly withKey: (run: Run) => Promise<Exchange>
  /** A request of the same kind, to be sent without it, and what that costs. */
  readonly probe: (run: Run) => Probe
  readonly cost?: number
}

const operations: readonly Operation[] = [
  {
    name: 'listPets',
    withKey: ({ session }) => session.share(list()),
    probe: () => list(),
    cost: 1,
  },
  {
    name: 'createPet',
    needs: ['writes'],
    withKey: (run) => added(run, {}),
    probe: unauthorizedCreation,
  },
  { name: 'getPet', needs: [], withKey: readListed, probe: () => get(1), cost: 1 },
]

const otherWays: readonly (readonly [string, Probe])[] = [
  ['another scheme', asNobody(list(), 'Basic {key-as-basic}')],
  ['another scheme, as it is', asNobody(list(), 'Token {key}')],
  ['no scheme', asNobody(list(), '{key}')],
  ['a header of its own', withHeaders({ 'X-Api-Key': '{key}' }, asNobody(list()))],
  ['the query', asNobody(list('?api_key={key}'))],
]

export const authChecks: readonly Check[] = [
  ...operations.flatMap(({ name, needs = [], cost = 0, withKey, probe }): readonly Check[] => [
    {
      id: 'AUTH-1',
      aspect: name,
      needs,
      check: async (run) => {
        const reply = await withKey(run)
        if (reply.status !== 401 && reply.status !== 403) return
        await givenNoBan(run)
        throw wrongStatus(reply, 200)
      },
    },
    {
      id: 'AUTH-2',
      aspect: `${name} without a key`,
      cost,
      check: async (run) => {
        await expect401(run, asNobody(probe(run)), withKey)
      },
    },
    {
      id: 'AUTH-3',
      aspect: `${name} with a key that does not exist`,
      cost,
      check: async (run) => {
        await expect401(run, asNobody(probe(run), NO_SUCH_KEY), withKey)
      },
    },
  ]),
  ...otherWays.map(([way, probe]): Check => ({
    id: 'AUTH-4',
    aspect: `a key in ${way}`,
    cost: 1,
    check: async ({ session }) => {
      if ((await session.share(asNobody(list()))).status === 200) dependsOn('AUTH-2')
      const reply = await session.share(probe)
      if (reply.status === 200) throw wrongStatus(reply, 401)
    },
  })),
  {
    id: 'AUTH-3',
    aspect: 'the beginning of a key',
    cost: 1,
    check: async ({ session }) => {
      const reply = await session.share(asNobody(list(), 'Bearer {key-without-its-end}'))
      if (reply.status === 404) dependsOn(listFault(reply))
      expectStatus(reply, 401)
    },
  },
  {
    id: 'AUTH-6',
    check: async ({ session }) => {
      const exchange = await session.share(asNobody(list()))
      if (exchange.status !== 401) dependsOn('AUTH-2')
      const challenge = exchange.headers['www-authenticate'] ?? 'none'
      expectThat(/^bearer\b/i.test(challenge), 'WWW-Authenticate: Bearer …', challenge, exchange)
    },
  },
  {
    id: 'AUTH-7',
    cost: 1,
    check: async (run) => {
      expectStatus(await lowerCaseScheme(run), 200)
    },
  },
]

/** A key that was taken before, and for the same request is not any more, may be banned by what others do with it. */
async function givenNoBan({ session }: Run): Promise<void> {
  const taken = session.exchanges.findLast(
    ({ probe, status }) => probe.caller === 'key' && probe.base === undefined && status === 200,
  )
  if (taken === undefined || (await session.send(taken.probe)).status === 200) return
  missing('a key that is not banned')
}

/** Where an operation is not found with the key either, another clause has said so. */
async function expect401(run: Run, probe: Probe, withKey: Operation['withKey']): Promise<void> {
  const reply = await run.session.share(probe)
  const isNotFound = [404, 405, 410, 501].includes(reply.status)
  if (isNotFound && (await withKey(run)).status === reply.status) {
    dependsOn(probe.operation === 'getPet' ? 'DEPRECATION-1' : 'BASE-1')
  }
  expectStatus(reply, 401)
}
