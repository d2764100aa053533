import { expect, test } from 'vitest'
import { startTestServer } from '../../../contract-tests/opinions/testing/test-server.ts'
import { PETSTORE, Spawned } from '../../testing/spawn-petstore.ts'
import { KEY, listing } from './testing/gated.ts'

/** A machine whose clock stands still, and is set forward by an hour, or back again, at SIGUSR2. */
const MACHINE = `
  const minute = Date.UTC(2030, 0, 1, 12, 0, 5)
  let by = 0
  Date.now = () => minute + by
  process.on('SIGUSR2', () => {
    by = by === 0 ? 3600000 : 0
    console.log('set by ' + by)
  })`

test('a key has its quota once, though the clock of the machine is set forward and back', async () => {
  await using service = await startTestServer(listing)
  const [node = '', ...cli] = PETSTORE
  const args = [...cli, 'proxy', `${service.origin}/v1`, '--port', '0', '--limits', 'free']
  await using proxy = new Spawned(
    node,
    ['--import', `data:text/javascript,${encodeURIComponent(MACHINE)}`, ...args],
    {
      cwd: import.meta.dirname,
      env: process.env,
    },
  )
  const baseUrl = await proxy.sees(/(http:\S+\/v1) passes on/)
  const served = async (): Promise<number> => {
    for (let count = 0; ; count += 1) {
      const reply = await fetch(`${baseUrl}/pets`, { headers: KEY })
      await reply.text()
      if (reply.status === 429) return count
    }
  }
  expect(await served()).toBe(60)
  proxy.kill('SIGUSR2')
  await proxy.sees(/set by 3600000/)
  expect(await served()).toBe(60)
  proxy.kill('SIGUSR2')
  await proxy.sees(/set by 0/)
  expect(await served()).toBe(0)
})
