import { expect, test } from 'vitest'
import {
  FIRST,
  keyOf,
  LEFT,
  LIMIT,
  onHeader,
  onReply,
  RESET,
  timeOf,
  withHeader,
  withSpare,
} from '../lab/proof/violations/mutate.ts'
import type { Overlay, Reply } from '../lab/proof/violations/service.ts'
import { clausesThatAre } from '../lab/proof/read-report.ts'
import { runOn, testService } from '../lab/proof/test-service.ts'
import type { ContractSettings } from './engine/settings.ts'
import type { RunReport } from './report/model/run-report.ts'

/** Serves whatever the first key asks, with replies as `change` makes them. */
function servesAll(change: (reply: Reply) => Reply): Overlay {
  const changed = onReply((request) => keyOf(request) === FIRST && request.base === '/v1', change)
  return (healthy) => changed((request) => healthy(keyOf(request) === FIRST ? withSpare(request) : request))
}

const as = (reply: Reply, headers: Readonly<Record<string, string | undefined>>): Reply =>
  Object.entries(headers).reduce((changed, [name, value]) => withHeader(changed, name, value), reply)
const constant = (reply: Reply): Reply => as(reply, { [LIMIT]: '60', [LEFT]: '59' })

async function exhaust(overlay: Overlay, settings: Partial<ContractSettings> = {}): Promise<RunReport> {
  const service = await testService(overlay, { begins: '2026-11-20T10:00:30Z' })
  return runOn(service, { plan: undefined, ban: false, ...settings })
}

/** Why a clause is not verified, once. */
function reasons({ clauses }: RunReport, clause: string): readonly string[] {
  const tests = clauses.find(({ id }) => id === clause)?.tests ?? []
  return [
    ...new Set(tests.flatMap(({ verdict, detail }) => (verdict === 'not verified' ? [detail ?? ''] : []))),
  ]
}

test.for<
  [what: string, overlay: Overlay, settings: Partial<ContractSettings>, broken: string, atMost: number]
>([
  ['Remaining stands still', servesAll(constant), {}, 'LIMIT-3 LIMIT-5', 210],
  [
    'Remaining stands still, and Reset is no time',
    servesAll((reply) => as(constant(reply), { [RESET]: '1' })),
    {},
    'LIMIT-4 LIMIT-5',
    285,
  ],
  [
    'Reset moves on with each reply',
    servesAll((reply) => as(constant(reply), { [RESET]: String(Math.ceil(timeOf(reply)) + 60) })),
    {},
    'LIMIT-3 LIMIT-5',
    285,
  ],
  [
    'no reply has a limit, and the plan is given',
    servesAll((reply) => as(reply, { [LIMIT]: undefined, [LEFT]: undefined, [RESET]: undefined })),
    { plan: 'free' },
    'LIMIT-1 LIMIT-5',
    285,
  ],
])(
  '%s: more than the plan’s minute is served, and no more is asked for than shows it',
  async ([, overlay, settings, broken, atMost]) => {
    const report = await exhaust(overlay, settings)
    expect(clausesThatAre('broken', report).join(' ')).toBe(broken)
    expect(report.requests.sent).toBeLessThan(atMost)
  },
)

test('if neither replies nor --plan show the limit of a key, no clause is broken, and few requests are sent', async () => {
  const silent = servesAll((reply) =>
    as(reply, { [LIMIT]: undefined, [LEFT]: undefined, [RESET]: undefined }),
  )
  const report = await exhaust(silent)
  expect(clausesThatAre('broken', report)).toEqual(['LIMIT-1'])
  expect(reasons(report, 'LIMIT-5').join()).toContain('nothing shows how many the key has (--plan)')
  expect(report.requests.sent).toBeLessThan(310)
})

test('a quota that exceeds --max-requests is not exhausted, and the reason is reported', async () => {
  const report = await exhaust((healthy) => healthy, { key: 'enterprise-demo-key', plan: 'enterprise' })
  expect(clausesThatAre('broken', report)).toEqual([])
  expect(reasons(report, 'LIMIT-5').join()).toMatch(
    /budget spent: --max-requests allows \d+ more, and \d+ requests are left/,
  )
  expect(report.requests.sent).toBeLessThan(310)
})

test('a Business key is exhausted with as many --max-requests as the reason names', async () => {
  const business = { key: 'business-demo-key', plan: 'business' } as const
  const [reason = ''] = reasons(await exhaust((healthy) => healthy, business), 'LIMIT-5')
  const [, enough] = /: give it (\d+)$/.exec(reason) ?? []
  const report = await exhaust((healthy) => healthy, { ...business, maxRequests: Number(enough) })
  expect(reasons(report, 'LIMIT-5')).toEqual([])
  // The page says so too.
  expect(Number(enough)).toBeLessThanOrEqual(2500)
})

const A_DAY_MS = 86_400_000

test('a default run stays within the limit if Remaining does not fall', async () => {
  const stands = onHeader((request) => keyOf(request) === FIRST, LEFT, '59')
  const { exchanges } = await exhaust(stands, { exhaust: false })
  const first = Date.parse(exchanges[0]?.record?.sent ?? '')
  // The days before getPet is removed are years away.
  const own = exchanges.filter(
    ({ caller, curl, record }) =>
      caller === 'key' && !curl.includes('/staging/') && Date.parse(record?.sent ?? '') - first < A_DAY_MS,
  )
  expect(own.length).toBeLessThanOrEqual(60)
})
