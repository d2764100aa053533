import { expect, test } from 'vitest'
import { clausesThatAre } from '../../lab/proof/read-report.ts'
import { PLAIN, runOn, testService } from '../../lab/proof/test-service.ts'
import { always, onReply, RESET, withHeader } from '../../lab/proof/violations/mutate.ts'

test.for([
  ['in milliseconds', (was: string) => `${was}000`],
  ['a day and an hour ahead', (was: string) => String(Number(was) + 90_000)],
  ['half an hour ahead, of a limit for a minute', (was: string) => String(Number(was) + 1800)],
] as const)('a Reset that breaks LIMIT-4 shows no variant: %s', async ([, change]) => {
  const service = await testService(
    onReply(always, (reply) => withHeader(reply, RESET, change(reply.headers[RESET] ?? ''))),
    PLAIN,
  )
  const report = await runOn(service)
  expect(clausesThatAre('broken', report)).toContain('LIMIT-4')
  for (const id of ['reported-window', 'window-alignment']) {
    const seen = report.choices.find((one) => one.id === id)
    expect([seen?.variant, seen?.detail]).toEqual([undefined, 'depends on: LIMIT-4'])
  }
})
