import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { asReal } from '../../lab/proof/as-real.ts'
import { PLAIN, settingsFor, testService } from '../../lab/proof/test-service.ts'
import { serviceRequest, type Overlay } from '../../lab/proof/violations/service.ts'
import { violations } from '../../lab/proof/violations/index.ts'
import {
  asError,
  asks,
  both,
  creates,
  LEFT,
  lists,
  onHeader,
  onJson,
  onReply,
  onRequest,
  reads,
  refuses,
  RESET,
} from '../../lab/proof/violations/mutate.ts'
import { findingsOf } from '../report/model/findings.ts'
import type { MockOptions } from '../../mock/options.ts'
import type { RunReport } from '../report/model/run-report.ts'
import { runSuite } from '../suite.ts'
import { type ContractSettings, settingsOf } from './settings.ts'
import { functionTransport, type Connections } from './transport.ts'

const addresses = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', secondKey: 'free-demo-key-2' }

interface Way {
  readonly each?: boolean
  readonly more?: Partial<ContractSettings>
  readonly mock?: MockOptions
}

/** Runs the suite with repeats against the mock; the overlay is laid over each connection by itself, or over them all. */
async function check(
  overlay: Overlay,
  only: readonly string[],
  { each = false, more = {}, mock = { pets: 60 } }: Way = {},
): Promise<{ readonly report: RunReport; readonly opened: number; readonly closed: number }> {
  const { service, control } = await testService((healthy) => healthy, { begins: PLAIN.begins, mock })
  const shared = overlay(service)
  const [opened, closed] = [[] as Connections[], [] as Connections[]]
  const newConnections = (): Connections => {
    const answer = each ? overlay(service) : shared
    const connections: Connections = {
      transport: functionTransport((request) => answer(serviceRequest(request))),
      close: () => closed.push(connections),
    }
    opened.push(connections)
    return connections
  }
  const { transport } = newConnections()
  const settings = settingsFor({ ...addresses, verifyRepeats: true, only, ...more })
  const report = await runSuite(settings, { transport, newConnections, control })
  return { report, opened: opened.length, closed: closed.length }
}

function idOf(pet: unknown): unknown {
  return typeof pet === 'object' && pet !== null && 'id' in pet ? pet.id : undefined
}

/** What a run finds of a service as a real one shows itself, which starts with these choices. */
async function asRealOn(
  overlay: Overlay,
  only: readonly string[],
  choices: MockOptions['choices'],
): Promise<ReturnType<typeof findingsOf>> {
  const mock = { pets: 30, ...(choices && { choices }) }
  const service = await testService(overlay, { begins: PLAIN.begins, mock })
  const ports = await asReal(service, 20)
  const newConnections = (): Connections => ({ transport: ports.transport, close: () => undefined })
  const settings = { ...addresses, key: 'pro-demo-key', plan: 'pro', verifyRepeats: true, only } as const
  const given = settingsFor({ ...settings, exhaust: false, ban: false })
  return findingsOf(await runSuite(given, { ...ports, newConnections }), 'broken')
}

function triedOf(report: RunReport): readonly (string | undefined)[] {
  return [...findingsOf(report, 'broken'), ...findingsOf(report, 'warned')].map(({ tried }) => tried)
}

describe('a breach that is repeated as its curl line does', () => {
  test('is shown again by a service that always breaks the clause', async () => {
    const { report, opened, closed } = await check(
      onReply(lists, (reply) => ({ ...reply, body: '{}' })),
      ['LIST-1'],
    )
    const [tried] = triedOf(report)
    expect(tried).toMatch(/^the curl line showed it again \(#\d+\)$/)
    const [again = 0] = tried?.match(/\d+/) ?? []
    expect(report.exchanges.find(({ id }) => id === Number(again))).toMatchObject({ body: '{}' })
    expect(closed).toBe(opened - 1)
  })

  test('is not shown again by one that breaks it once', async () => {
    let isBroken = false
    const once: Overlay = (healthy) => async (request) => {
      const reply = await healthy(request)
      if (isBroken || request.operation !== 'listPets' || reply.status !== 200) return reply
      isBroken = true
      return { ...reply, body: '{}' }
    }
    const { report } = await check(once, ['LIST-1'])
    expect(triedOf(report)[0]).toMatch(/^seen once; the curl line did not show it again \(#\d+\)$/)
    expect(report.clauses.find(({ id }) => id === 'LIST-1')?.verdict).toBe('broken')
  })

  describe('by a list that lacks a pet', () => {
    const cut = violations.find(({ name }) => name === 'a page is cut at 50')
    const mock = { pets: 138, choices: { 'list-order': 'newest' } } as const

    test('beside a read of that pet', async () => {
      assert(cut)
      const { report } = await check(cut.overlay, ['LIST'], { mock })
      const [finding] = findingsOf(report, 'broken')
      const id = /^50 pets, without pet (\d+)$/.exec(finding?.actual ?? '')?.[1]
      expect(finding?.repeat).toMatch(/^curl [^|]*\/pets\/\d+' [^|]* --next [^|]*\/pets\?limit=100' [^#]*$/)
      expect(finding?.tried).toMatch(/^the curl line showed it again \(#/)
      const sent = finding?.tried?.match(/\d+/g)?.map(Number) ?? []
      const [read, list] = sent.map((one) => report.exchanges.find((exchange) => exchange.id === one))
      expect(read).toMatchObject({ path: `/pets/${id}`, status: 200 })
      expect(list?.body).not.toContain(`{"id":${id},`)
    })

    test('but not beside an earlier list of the run alone', async () => {
      assert(cut)
      // With all clauses, the run ends after the removal of getPet.
      const { report } = await check(cut.overlay, [], { mock })
      const ofPet = findingsOf(report, 'broken').filter(({ repeat }) => repeat?.includes('/pets/9'))
      expect(ofPet.map(({ tried }) => tried)).toContainEqual(
        expect.stringMatching(
          /^whether .* is unclear: its replies are wrong only beside others of the run \(#/,
        ),
      )
    })
  })

  test('is not shown again by a pet that is lost still, where the line adds another', async () => {
    let lost: unknown
    const loses: Overlay = (healthy) => async (request) => {
      const reply = await healthy(request)
      const body: unknown = JSON.parse(reply.body || 'null')
      if (request.operation === 'createPet' && reply.status === 201) lost ??= idOf(body)
      if (!Array.isArray(body)) return reply
      return { ...reply, body: JSON.stringify(body.filter((pet) => idOf(pet) !== lost)) }
    }
    const { report } = await check(loses, ['LIST', 'DEPRECATION-3', 'PET-2'])
    const added = findingsOf(report, 'broken').filter(({ repeat }) => repeat?.includes('-X POST'))
    const again = /^seen once; the curl line did not show it again \(#\d+, #\d+\)$/
    expect(added.map(({ tried }) => tried)).toEqual(Array(2).fill(expect.stringMatching(again)))
  })

  test('is preceded by a request with a valid key, where only a connection that has had one shows it', async () => {
    const remembers: Overlay = (healthy) => {
      let last = ''
      return (request) => {
        const { authorization = '' } = request.headers
        const isValid = authorization.includes('free-demo-key')
        if (isValid) last = authorization
        const isMadeUp = !isValid && authorization.startsWith('Bearer ') && last !== ''
        return healthy(
          isMadeUp ? { ...request, headers: { ...request.headers, authorization: last } } : request,
        )
      }
    }
    const { report } = await check(remembers, ['AUTH-3', 'AUTH-1'], { each: true })
    const finding = findingsOf(report, 'broken').find(({ clause }) => clause.id === 'AUTH-3')
    expect(finding?.tried).toMatch(/^the curl line showed it again \(#/)
    expect(finding?.repeat).toMatch(/Bearer \$API_KEY".* --next .*Bearer no-such-key'$/)
  })

  test.for<[violation: string, clause: string]>([
    ['there is no Retry-After', 'LIMIT-8'],
    ['the limit is one too low', 'LIMIT-5'],
    ['over the limit, 503 comes', 'LIMIT-7'],
    ['nothing is ever refused', 'LIMIT-5'],
    ['a refusal shows a quota that is left', 'LIMIT-3'],
  ])('goes over the limit in a minute of its own: %s', async ([name, clause]) => {
    const violation = violations.find((one) => one.name === name)
    assert.ok(violation)
    const { report } = await check(violation.overlay, [clause])
    expect(triedOf(report)).toContainEqual(expect.stringMatching(/^the curl line showed it again/))
  })

  test('spends a quota by the shortest request, whatever the run has spent it by', async () => {
    const violation = violations.find(({ name }) => name === 'creations are not limited')
    assert(violation)
    const { report } = await check(violation.overlay, ['LIMIT-7'])
    const [finding] = findingsOf(report, 'broken')
    expect(finding?.tried).toMatch(/^the curl line showed it again/)
    expect(finding?.repeat).toMatch(
      /^curl -sSi -w '\\n' -X GET '[^ ]*\/pets#\[1-60\]' -H "[^"]*" --next -sSi -w '\\n' -X POST [^#]*$/,
    )
  })

  test('does not go over the limit where the run may not', async () => {
    const early = onReply(both(lists, asks(/limit=100/)), asError(429))
    const { report } = await check(early, ['LIMIT-5', 'LIMIT-8'], { more: { exhaust: false } })
    expect(triedOf(report)).toContain('the curl line was not tried: it takes going over the limit')
  })

  test('waits again as long as the refusal says', async () => {
    const { report } = await check(onHeader(refuses, 'retry-after', '1'), ['LIMIT-9'])
    expect(triedOf(report)).toContainEqual(expect.stringMatching(/^the curl line showed it again \(#/))
  })

  test('has some minutes for it by default, where the run may go over the limit', () => {
    const given = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', verifyRepeats: true }
    const waits = [true, false].map((exhaust) => settingsOf({ ...given, exhaust }).maxWait)
    expect(waits).toEqual([600, 150])
  })

  test('earns a ban again, where the run may', async () => {
    const violation = violations.find(({ name }) => name === 'a ban begins anew when it ends')
    assert(violation)
    const { report } = await check(violation.overlay, ['LIMIT-12'], { more: { ban: true } })
    expect(triedOf(report)).toEqual([expect.stringMatching(/^the curl line showed it again \(#/)])
  })

  test.for<[violation: string, clause: string]>([
    ['creations cost two', 'LIMIT-3'],
    ['requests of one key are charged to another', 'LIMIT-11'],
  ])('takes as much from a counter again: %s', async ([name, clause]) => {
    const violation = violations.find((one) => one.name === name)
    assert(violation)
    const { report } = await check(violation.overlay, [])
    const finding = findingsOf(report, 'broken').find((one) => one.clause.id === clause)
    expect(finding?.tried).toMatch(/^the curl line showed it again \(#\d+, #\d+/)
  })

  test('brings a counter down to where it stays', async () => {
    const stays = onHeader(
      () => true,
      'x-ratelimit-remaining',
      (left) => String(Math.max(40, Number(left))),
    )
    const { report } = await check(stays, ['LIMIT-3'])
    const [finding] = findingsOf(report, 'broken')
    expect(finding?.actual).toBe('40 left, after 40')
    expect(finding?.repeat).toContain('#[1-21]')
    expect(finding?.tried).toMatch(/^the curl line showed it again \(#\d+ to #\d+\)$/)
  })

  test('asks again for a counter that stays, whatever the second of the minute', async () => {
    const stays = onHeader(() => true, 'x-ratelimit-remaining', '40')
    const { transport, control } = await testService(stays, { begins: PLAIN.begins, mock: { pets: 60 } })
    const ports = await asReal({ transport, control }, 20)
    const settings = { ...addresses, verifyRepeats: true, exhaust: true, ban: false, only: ['LIMIT-3'] }
    const [finding] = findingsOf(await runSuite(settingsFor(settings), ports), 'broken')
    expect(finding?.actual).toBe('40 left')
    expect(finding?.tried).toMatch(/^the curl line showed it again \(#/)
  })

  test('compares what requests took that the run sent one after the other', async () => {
    let free = 0
    const freeCreations: Overlay = (healthy) => async (request) => {
      const reply = await healthy(request)
      if (request.operation === 'createPet' && reply.status === 201) free += 1
      const [left, reset] = [LEFT, RESET].map((name) => Number(reply.headers[name]))
      const headers = { ...reply.headers, [LEFT]: `${(left ?? 0) + free}`, [RESET]: `${(reset ?? 0) - 1}` }
      return request.headers['authorization']?.endsWith('pro-demo-key') === true
        ? { ...reply, headers }
        : reply
    }
    const [finding] = await asRealOn(freeCreations, ['LIMIT-3'], { 'window-alignment': 'first-request' })
    expect(finding?.seen.map(({ where }) => where)).toContain('#1, #8')
    expect(finding?.tried).toMatch(/^the curl line showed it again \(#/)
  })

  test('is shown again where alone it is laid to another clause that it may break', async () => {
    const rounds = onJson(reads, (pet) => ({ ...pet, id: BigInt(Number(pet['id'])) }))
    const findings = await asRealOn(rounds, ['GET-1', 'LIST-1', 'PET-4'], { 'id-numbering': 'random' })
    expect(findings.length).toBeGreaterThan(2)
    for (const { tried } of findings) expect(tried).toMatch(/^the curl line showed it again \(#\d+\)$/)
  })

  describe('by a pet that is gone after it was read twice', () => {
    const goes = (): Overlay => {
      const served = new Map<string, number>()
      const isGone = ({ path }: { path: string }): boolean => {
        served.set(path, (served.get(path) ?? 0) + 1)
        return Number(served.get(path)) > 2
      }
      return onReply(both(reads, isGone), asError(410))
    }

    test('is shown again, for the pet stays gone', async () => {
      const findings = await asRealOn(goes(), [], undefined)
      const tried = findings.filter(({ clause }) => clause.id === 'GET-1').map((one) => one.tried)
      expect(tried.length).toBeGreaterThan(0)
      for (const one of tried) expect(one).toMatch(/^the curl line showed it again \(#/)
    })

    test('is unclear where the run has gone on until getPet may be removed', async () => {
      const { report } = await check(goes(), [])
      const [finding] = findingsOf(report, 'broken').filter(({ clause }) => clause.id === 'GET-1')
      expect(finding?.tried).toContain('is unclear: getPet may be removed by the time of the service (#')
    })
  })

  test('adds no pet without a valid key again', async () => {
    const open = onRequest(
      ({ operation }) => operation === 'createPet',
      (request) => ({ ...request, headers: { ...request.headers, authorization: 'Bearer free-demo-key' } }),
    )
    const { report } = await check(open, ['AUTH-2'])
    const bare = report.exchanges.filter(({ method, status, caller }) => {
      return method === 'POST' && status === 201 && caller === 'nobody'
    })
    expect(bare).toHaveLength(1)
    expect(triedOf(report)).toContain(
      'the curl line was not tried: it may add another pet without a valid key',
    )
  })

  test('stays within what the run may send', async () => {
    const overlay = onReply(creates, (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/html' },
    }))
    const { report } = await check(overlay, ['CREATE', 'BASE-3'], { more: { maxCreated: 9 } })
    expect(report.created.length + report.perhaps.length).toBeLessThanOrEqual(9)
    expect(triedOf(report).some((tried) => tried?.includes('--max-created allows 9'))).toBe(true)
  })

  test('is of no account without the setting', async () => {
    const overlay = onReply(lists, (reply) => ({ ...reply, body: '{}' }))
    const { report } = await check(overlay, ['LIST-1'], { more: { verifyRepeats: false } })
    expect(triedOf(report)).toEqual(triedOf(report).map(() => undefined))
  })
})
