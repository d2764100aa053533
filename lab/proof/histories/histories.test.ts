import { expect, test } from 'vitest'
import { chargesIn } from '../../../contract-tests/history/charges.ts'
import { contradictionsIn, historyOf } from '../../../contract-tests/history/judge.ts'
import {
  type Finding,
  type History,
  type RecordedExchange,
  wrongOf,
} from '../../../contract-tests/history/history.ts'
import { mixes } from '../free/freedoms.ts'
import { PLAIN } from '../test-service.ts'
import { violations } from '../violations/index.ts'
import { randomHistory } from './random-client.ts'
import { timedDevil, timedFree, timedMock } from './timed-services.ts'

test('random requests to lawful services show no contradiction', async () => {
  const some = mixes().filter((_mix, at) => at % 5 === 0)
  for (const [seed, mix] of some.entries()) {
    const history = historyOf({ exchanges: await randomHistory(timedFree(mix), seed, 40) })
    expect(contradictionsIn(history)).toEqual([])
  }
})

test('random requests to the devil show no contradiction', async () => {
  for (let seed = 1; seed <= 18; seed += 1) {
    const history = historyOf({ exchanges: await randomHistory(timedDevil(seed), seed, 40) })
    expect(contradictionsIn(history)).toEqual([])
  }
})

test('each finding needs every exchange that it names: without any of them, a lawful service explains the others', async () => {
  let tried = 0
  for (const [seed, { overlay, mock }] of violations.entries()) {
    const service = await timedMock(overlay, { ...PLAIN, mock: { ...PLAIN.mock, ...mock } })
    const history = historyOf({ exchanges: await randomHistory(service, seed, 25) })
    // That one key pays for another is seen over all exchanges: its finding names an example.
    const paid = new Set(chargesIn(history).map(({ fall }) => fall.last.exchange))
    for (const finding of contradictionsIn(history).slice(0, 3)) {
      if (finding.clause === 'LIMIT-11' && finding.wrong !== undefined && paid.has(finding.wrong)) continue
      const needed = finding.steps.map(({ exchange }) => exchange)
      expect(isFound(finding, history, needed)).toBe(true)
      for (const one of needed)
        expect(
          isFound(
            finding,
            history,
            needed.filter((other) => other !== one),
          ),
        ).toBe(false)
      tried += 1
    }
  }
  expect(tried).toBeGreaterThan(100)
})

/** Whether some exchanges alone, under the same assumptions on the keys, contradict each other in the same way at the same reply. */
function isFound(finding: Finding, history: History, exchanges: readonly RecordedExchange[]): boolean {
  const mayBe = new Set([finding.clause, ...finding.alternatives])
  return contradictionsIn({ ...history, exchanges }).some(
    (one) =>
      wrongOf(one) === wrongOf(finding) &&
      [one.clause, ...one.alternatives].some((clause) => mayBe.has(clause)),
  )
}
