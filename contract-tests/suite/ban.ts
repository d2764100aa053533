import { clause, openPoint } from '../clause.ts'
import { expectStatus } from '../expect/expect-status.ts'
import { byStatus, unseen } from '../expect/observe.ts'
import { asSecond } from '../probes.ts'
import { earnBan } from './earn-ban.ts'
import { PROBE } from './over-the-limit.ts'

openPoint('ban', async (run) => {
  const ban = await earnBan(run)
  if (ban === undefined) return 'none'
  return `after-${ban.strikes}-strikes-for-${ban.seconds}-seconds`
})

openPoint('status-while-banned', async (run) => {
  const ban = (await earnBan(run)) ?? unseen('no ban was earned')
  return byStatus(ban.during, { 401: '401', 403: '403', 429: '429' })
})

clause('LIMIT-12', '', ['second key', 'a ban', 'a clock'], async (run) => {
  const ban = (await earnBan(run)) ?? unseen('a ban: the service bans nobody who goes on a little')
  const { time } = run.session
  await time.pass(Math.max(0, ban.until - time.now()))
  expectStatus(await run.session.send(asSecond(PROBE), 'take'), 200)
})
