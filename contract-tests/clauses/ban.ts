import { clause, openPoint } from '../engine/clause.ts'
import { dependsOn } from '../engine/expect/depends-on.ts'
import { expectStatus } from '../engine/expect/expect-status.ts'
import { byStatus, unseen } from '../engine/expect/observe.ts'
import { NotVerified } from '../engine/not-verified.ts'
import { asSecond } from '../probes/requests.ts'
import { overLimitName, persist } from '../probes/persist.ts'
import { expectNotAdded } from '../probes/find-added.ts'
import { PROBE } from '../probes/over-the-limit.ts'

openPoint('ban', async (run) => {
  const { ban } = await persist(run)
  if (ban === undefined) return 'none'
  if (!ban.isCounted) return unseen('a request had to be sent again, which the service may have counted')
  const seconds = ban.seconds ?? unseen('its Retry-After cannot be read')
  return `after-${ban.strikes}-strikes-for-${seconds}-seconds`
})

openPoint('status-while-banned', async (run) => {
  const { ban } = await persist(run)
  return byStatus(ban?.during ?? unseen('no ban was earned'), { 401: '401', 403: '403', 429: '429' })
})

const LEADS_NOWHERE = new Set([404, 405, 410, 501])

for (const operation of ['createPet', 'getPet'] as const) {
  clause('LIMIT-7', `${operation} over the limit`, ['second key', 'a ban'], async (run) => {
    const own = (await persist(run)).before.filter(({ probe }) => probe.operation === operation)
    run.session.lookAt(own)
    if (own.length === 0) throw new NotVerified('precondition missing', 'one more 429 before the ban')
    for (const exchange of own) {
      if (LEADS_NOWHERE.has(exchange.status)) dependsOn(operation === 'getPet' ? 'DEPRECATION-1' : 'BASE-1')
      expectStatus(exchange, 429)
    }
  })
}

clause('LIMIT-12', '', ['second key', 'a ban', 'a clock'], async (run) => {
  const ban = (await persist(run)).ban ?? unseen('a ban: the service bans nobody who goes on a little')
  if (ban.seconds === undefined && ban.during.status === 429) dependsOn('LIMIT-8')
  const { time } = run.session
  await time.pass(Math.max(0, ban.until - time.now()))
  expectStatus(await run.session.send(asSecond(PROBE), 'take'), 200)
})

clause(
  'LIMIT-7',
  'a creation over the limit adds nothing',
  ['second key', 'a ban', 'writes'],
  async (run) => {
    const { before } = await persist(run)
    const creations = before.filter(({ probe }) => probe.operation === 'createPet')
    const names =
      creations.length > 0 && creations.every(({ status }) => status === 429) ? [overLimitName(run)] : []
    await expectNotAdded(run, names, 'after going over the limit')
  },
)
