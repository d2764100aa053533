import { expect, test, vi } from 'vitest'
import { Client } from './testing/client.ts'
import { expectError } from './testing/expect-error.ts'
import { NOW, start } from './testing/start.ts'

test('an error outside of a world is a 500 with an Error body without internals', async () => {
  let broken = false
  const time = (): number => {
    if (broken) throw new Error('the clock is broken: secret insides')
    return NOW
  }
  await using mock = await start({ time })
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  broken = true
  const reply = await new Client(mock.baseUrl, 'free-demo-key').list()
  broken = false
  expectError(reply, 500)
  expect(reply.text).not.toContain('secret')
  expect(reply.rateLimit).toMatchObject({ limit: 60, remaining: 60 })
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
  expect((await new Client(mock.baseUrl, 'free-demo-key').list()).status).toBe(200)
})
