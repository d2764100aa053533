// Keys that are nearly the same: what is nearly a key of the run may be another one that is valid.
import { expect, test } from 'vitest'
import { clausesThatAre } from '../lab/proof/read-report.ts'
import { PLAIN, runOn, testService } from '../lab/proof/test-service.ts'
import { fillIn } from './engine/keys.ts'
import { inexact } from './probes/nearly-keys.ts'

const KEY = 'kda6r5e4vdyky'
const UNLIKE = 'another-key-of-the-run'

/** Ways in which a key is altered into what may be another key. */
const alterations = inexact.flatMap(({ authorization, unlike, what }) =>
  unlike !== undefined && !authorization.includes('{second-key') ? [[what, authorization] as const] : [],
)

test.for(
  alterations.flatMap(([what, authorization]) => {
    const alike = fillIn(authorization, { key: KEY, secondKey: undefined }).slice('Bearer '.length)
    return [[what, alike, 'the run too', alike] as const, [what, alike, 'a customer', UNLIKE] as const]
  }),
)('%s (%s), which is the key of %s, is let in, and no service is blamed', async ([, alike, , secondKey]) => {
  const { begins, mock } = PLAIN
  const keys = [KEY, UNLIKE, alike].map((key) => ({ key, plan: 'free' as const }))
  const ports = await testService((healthy) => healthy, { begins, mock: { ...mock, keys } })
  const report = await runOn(ports, { key: KEY, secondKey, thorough: true, ban: false })
  expect(clausesThatAre('broken', report)).toEqual([])
})
