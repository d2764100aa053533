import { expect, test } from 'vitest'
import { asReal } from './as-real.ts'
import { clausesThatAre } from './read-report.ts'
import { PLAIN, runOn, testService } from './test-service.ts'
import { violations } from './violations/index.ts'

// Nothing moves a real service off the full minute: a run meets it wherever it begins.
test.for([
  ['refusals halve the minute that follows', 57],
  ['Retry-After is 1, and too short', 57.2],
  ['creations are not limited', 59.3],
  ['the limit is one too high', 59.9],
  ['each Reset is a minute ahead', 17],
  ['each Reset is a minute ahead', 44.3],
  ['each Reset is a minute ahead', 58],
  ['each Reset is a minute ahead, and so is Retry-After', 52],
  ['each Reset of what is served is a minute ahead', 31],
] as const)('%s: seen where a run begins %d s into a minute', async ([name, second]) => {
  const violation = violations.find((one) => one.name === name)
  if (violation === undefined) throw new Error(`there is no violation ${name}`)
  const { begins, mock } = PLAIN
  const ports = await asReal(await testService(violation.overlay, { begins, mock }), second)
  expect(clausesThatAre('broken', await runOn(ports, { ban: false }))).toEqual(violation.breaks)
})
