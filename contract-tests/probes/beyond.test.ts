import { expect, test } from 'vitest'
import { Run } from '../engine/run.ts'
import { judge } from '../history/judge.ts'
import { settingsFor, testService } from '../../lab/proof/test-service.ts'
import type { Overlay } from '../../lab/proof/violations/service.ts'
import { sendTogether } from './beyond.ts'
import { list } from './requests.ts'

const PROBE = list('?limit=1')

/** A limiter that looks first and counts later: those that overlap with one that was served are served too. */
const racing: Overlay = (healthy) => {
  let before: ReturnType<typeof healthy> | undefined
  return async (request) => {
    const beside = before
    const sending = healthy(request)
    before = sending
    const [reply, other] = [await sending, await beside]
    before = undefined
    return reply.status === 429 && other?.status === 200 ? other : reply
  }
}

test.for([
  ['a limiter that counts as it looks', (healthy) => healthy, [200, 429], []],
  ['a limiter that looks first', racing, [200, 200], ['LIMIT-5']],
] satisfies [string, Overlay, number[], string[]][])(
  'two at once with one left: %s',
  async ([_what, overlay, statuses, clauses]) => {
    const service = await testService(overlay, { begins: '2026-11-20T10:00:30Z' })
    service.world.keys.setRemaining('free-demo-key', { minute: 2 })
    const addresses = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key' }
    const run = await Run.open(settingsFor(addresses), service)
    await run.session.send(PROBE)
    const both = await sendTogether(run, PROBE, 2)
    expect(both.map(({ status }) => status)).toEqual(statuses)
    expect(judge({ exchanges: run.session.exchanges }).map(({ clause }) => clause)).toEqual(clauses)
  },
)
