import { expect, test } from 'vitest'
import { settingsFor } from '../../lab/proof/test-service.ts'
import { Session } from '../engine/session.ts'
import { list } from '../probes/requests.ts'
import { manualTime, rateLimit, reply, scripted } from '../testing/scripted.ts'
import { errorsCount } from './limit.ts'

/** The observed variant of do-errors-count for these statuses and remaining requests. */
async function errorsRead(
  ...answers: readonly (readonly [status: number, remaining: number])[]
): Promise<string> {
  const replies = answers.map(([status, remaining]) => reply({ status, headers: rateLimit(remaining) }))
  const settings = settingsFor({ baseUrl: 'http://pets.test/v1', key: 'k' })
  const session = new Session(settings, scripted(...replies), manualTime())
  for (const _one of answers) await session.send(list(), 'accept')
  return JSON.stringify(errorsCount(session))
}

test('no variant matches if errors of one status count and those of another do not', async () => {
  expect(await errorsRead([200, 9], [404, 8], [404, 7], [400, 7])).toContain('404 counts, 400 does not')
  expect(await errorsRead([200, 9], [404, 8], [400, 7])).toBe('"yes"')
  // Somebody else may have asked in between.
  expect(await errorsRead([200, 9], [404, 9], [404, 8], [400, 8])).toBe('"no"')
})

test('a counter for each operation shows nothing about errors', async () => {
  await expect(errorsRead([200, 9], [201, 9], [404, 8], [400, 8])).rejects.toThrow('it is 9, after 9')
})
