// A key that is refused at the end of a run, for no reason of its own.
import { expect, test } from 'vitest'
import { clausesThatAre } from '../lab/proof/read-report.ts'
import { runOn, testService } from '../lab/proof/test-service.ts'
import { asError, FIRST, keyOf, onReply, SECOND, timeOf } from '../lab/proof/violations/mutate.ts'
import type { Overlay } from '../lab/proof/violations/service.ts'

const BEGINS = 30
const LOCKED_S = 8

/** Refuses every key for some seconds after so many unknown ones. */
const locks: Overlay = (healthy) => {
  let [unknown, until] = [0, 0]
  return onReply(
    () => true,
    (reply, request) => {
      const isKnown = [FIRST, SECOND].includes(keyOf(request) ?? '')
      if (reply.status === 401 && !isKnown) unknown += 1
      if (unknown === BEGINS) until = timeOf(reply) + LOCKED_S
      const isLocked = isKnown && reply.status !== 401 && timeOf(reply) < until
      return isLocked ? asError(401)(reply) : reply
    },
  )(healthy)
}

/** Accepts no key any more after so many unknown ones. */
const revokes: Overlay = (healthy) => {
  let unknown = 0
  return onReply(
    () => true,
    (reply, request) => {
      const isKnown = [FIRST, SECOND].includes(keyOf(request) ?? '')
      if (reply.status === 401 && !isKnown) unknown += 1
      return isKnown && unknown >= BEGINS ? asError(401)(reply) : reply
    },
  )(healthy)
}

test('it is asked for again some seconds later: that it is accepted then is a breach', async () => {
  expect(
    clausesThatAre('broken', await runOn(await testService(locks), { ban: false, exhaust: false })),
  ).toEqual(['AUTH-1'])
})

test('it may be revoked where it is not accepted any more', async () => {
  expect(
    clausesThatAre('broken', await runOn(await testService(revokes), { ban: false, exhaust: false })),
  ).toEqual([])
})
