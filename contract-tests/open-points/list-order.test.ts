import { expect, test } from 'vitest'
import { parseJson } from '../../spec/exact-json/json.ts'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { type Json, lists, onReply, withJson } from '../../lab/proof/violations/mutate.ts'

/** Puts the pets of the run somewhere into a list, as they are or the newest first. */
async function orderSeen(at: number, isNewestFirst: boolean): Promise<string | undefined> {
  const overlay = onReply(lists, (reply) => {
    const pets = parseJson(reply.body) as readonly Json[]
    const isOwn = ({ name }: Json): boolean => String(name).includes('contract')
    const [own, others] = [pets.filter(isOwn), pets.filter((pet) => !isOwn(pet))]
    return withJson(reply, others.toSpliced(at, 0, ...(isNewestFirst ? own.toReversed() : own)))
  })
  const { choices } = await runOn(await testService(overlay, PLAIN), { exhaust: false, ban: false })
  return choices.find(({ id }) => id === 'list-order')?.variant
}

test.for([
  ['behind all others, as they came', 100, false, 'oldest'],
  ['before all others, the newest first', 0, true, 'newest'],
  ['among the others, as they came by accident', 7, false, 'arbitrary'],
  ['among the others, the newest first by accident', 7, true, 'arbitrary'],
] as const)('new pets %s', async ([, at, isNewestFirst, variant]) => {
  expect(await orderSeen(at, isNewestFirst)).toBe(variant)
})
