import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, wantsBrowser } from '../../../testing/browser.ts'
import { startMock } from '../../index.ts'
import { openRoom } from './open-room.ts'

const isOpened = wantsBrowser('the busy control room', process.env, (line) => process.stderr.write(line))

it('the page has less than 150 kB as it is sent', async () => {
  const folder = join(import.meta.dirname, '../built/room')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.gz'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
})

// Notes the longest time between two frames.
const WATCH_FRAMES = `
  globalThis.longest = 0
  let last = performance.now()
  const look = (now) => { globalThis.longest = Math.max(globalThis.longest, now - last); last = now; requestAnimationFrame(look) }
  requestAnimationFrame(look)`

describe.skipIf(!isOpened)('the control room', { timeout: 90_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  }, 30_000)
  afterAll(() => browser.close())

  it('does not freeze in a burst of 5,000 exchanges, and shows how it ended', async () => {
    await using room = await openRoom(browser)
    const { mock, page } = room
    mock.limits.switch(false)
    await page.evaluate(WATCH_FRAMES)
    const send = async (): Promise<void> => {
      for (let sent = 0; sent < 100; sent += 1) {
        const reply = await fetch(`${mock.baseUrl}/pets?limit=1`, {
          headers: { Authorization: 'Bearer pro-demo-key' },
        })
        await reply.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: 50 }, send))
    await fetch(`${mock.baseUrl}/pets/1?last`, { headers: { Authorization: 'Bearer pro-demo-key' } })
    await page.locator('.line.exchange', { hasText: '/v1/pets/1?last' }).waitFor()
    // A third of a second is felt as a pause; a busy machine is given four times as much.
    expect(Number(await page.evaluate('globalThis.longest'))).toBeLessThan(1300)
    expect(await page.locator('.line').count()).toBeLessThan(200)
    expect(room.complaints).toEqual([])
  })

  it('finds the mock again after it was started anew', async () => {
    await using room = await openRoom(browser)
    const { mock, page } = room
    await mock.stop()
    await page.getByText('no connection, trying again').waitFor()
    await using again = await startMock({ port: mock.port })
    await page.getByText('live', { exact: true }).waitFor()
    await fetch(`${again.baseUrl}/pets?after=restart`, { headers: { Authorization: 'Bearer free-demo-key' } })
    await page.locator('.line.exchange', { hasText: 'after=restart' }).waitFor()
  })
})
