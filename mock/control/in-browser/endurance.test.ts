import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../../lab/cluster/free-port.ts'
import { describeInBrowser } from '../../../lab/testing/browser.ts'
import { inProcess } from '../../edge/in-process.ts'
import { startMock } from '../../index.ts'
import { describeRoom, openRoom } from './room-page.ts'

it('the page has less than 150 kB, compressed', async () => {
  const folder = join(import.meta.dirname, '../built/room')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.gz'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
})

// Counts the ticks of the page that may have passed, and the additions of lines to the traffic.
const WATCH = `
  const began = performance.now()
  globalThis.ticks = () => (performance.now() - began) / 200 + 1
  globalThis.draws = 0
  new MutationObserver((mutations) => {
    const isDrawn = mutations.some(({ target }) => target.matches('.lines'))
    if (isDrawn) globalThis.draws += 1
  }).observe(document.querySelector('main'), { childList: true, subtree: true })`

describeRoom('the busy control room', (room) => {
  it('draws a burst of 5,000 exchanges a few times a second, and shows the last ones', async () => {
    const { mock } = room
    mock.limits.switch(false)
    const { page, complaints } = await room.open()
    const ask = inProcess(mock.worlds)
    const send = (target: string) =>
      ask({
        method: 'GET',
        url: `/v1${target}`,
        headers: { authorization: 'Bearer pro-demo-key' },
        body: undefined,
      })
    await send('/pets?limit=1')
    await page.locator('.line.exchange').waitFor()
    await page.evaluate(WATCH)
    for (let sent = 0; sent < 5000; sent += 1) {
      await send('/pets?limit=1')
      // Lets the mock flush the event stream.
      if (sent % 20 === 0) await setImmediate()
    }
    await send('/pets/1?last')
    await page.locator('.line.exchange', { hasText: '/v1/pets/1?last' }).waitFor()
    const { draws, ticks } = await page.evaluate<Record<string, number>>('({ draws, ticks: ticks() })')
    expect(draws).toBeGreaterThan(0)
    expect(draws).toBeLessThanOrEqual(ticks ?? 0)
    await expect.poll(() => page.locator('.line').count()).toBeLessThan(200)
    expect(complaints).toEqual([])
  })
})

describeInBrowser('the control room of a mock that stops', (tab) => {
  it('reconnects after a restart of the mock', async () => {
    const mock = await startMock({ port: await freePort() })
    const { page } = await openRoom(tab, mock)
    await mock.stop()
    await page.getByText('disconnected, reconnecting').waitFor()
    await using again = await startMock({ port: mock.port })
    await page.getByText('live', { exact: true }).waitFor()
    await fetch(`${again.baseUrl}/pets?after=restart`, { headers: { Authorization: 'Bearer free-demo-key' } })
    await page.locator('.line.exchange', { hasText: 'after=restart' }).waitFor()
  })
})
