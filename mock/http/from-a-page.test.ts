import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../lab/testing/browser.ts'
import { CLIENT_HEADER } from '../core/message/client-header.ts'
import { NOON } from '../control/testing/start.ts'
import { startMock } from '../index.ts'

// On another port, as most pages are.
const pages = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html').end('<title>A page</title>')
})
beforeAll(async () => {
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
})
afterAll(() => {
  pages.close()
  pages.closeAllConnections()
})
const pageAddress = (): string => {
  const address = pages.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen')
  return `http://127.0.0.1:${address.port}/`
}

const ATTEMPTS = 4
const choices = { ban: 'after-10-strikes-for-60-seconds' } as const

describeInBrowser('a page that sends requests over the limit', (tab) => {
  it.each(
    [2, 3, 5, 10, 40].flatMap((count) =>
      (['another', 'the same'] as const).map((origin) => ({ count, origin })),
    ),
  )(
    '$count at once from $origin origin, and none again, is neither early nor banned, though the browser queues some',
    async ({ count, origin }) => {
      const seen: unknown[] = []
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        await using mock = await startMock({ port: 0, time: () => NOON, choices })
        mock.keys.setRemaining('free-demo-key', { minute: 0 })
        const from = origin === 'another' ? pageAddress() : `${mock.origin}/_mock/health`
        const { page } = await tab.goTo(from, { permitted: /./ })
        const address = JSON.stringify(`${mock.baseUrl}/pets?limit=`)
        await page.evaluate(`Promise.all(Array.from({ length: ${count} }, (_, at) =>
          fetch(${address} + (1 + (at % 100)), { headers: { Authorization: 'Bearer free-demo-key' } }).then((reply) => reply.text())))`)
        const { refused, earlyRetries, bans } = mock.report('free-demo-key')
        seen.push({ refused, earlyRetries, bans })
      }
      expect(seen).toEqual(Array(ATTEMPTS).fill({ refused: count, earlyRetries: 0, bans: 0 }))
    },
  )

  it.each(['with a page', 'after ten at once'])(
    'one after the other is early, and banned: %s',
    async (how) => {
      await using mock = await startMock({ port: 0, time: () => NOON, choices })
      const { page } = await tab.goTo(pageAddress(), { permitted: /./ })
      const address = JSON.stringify(`${mock.baseUrl}/pets`)
      const send = `fetch(${address}, { headers: { Authorization: 'Bearer free-demo-key' } }).then((reply) => reply.text())`
      if (how === 'after ten at once') {
        await page.evaluate(`Promise.all(Array.from({ length: 10 }, () => ${send}))`)
        await page.evaluate('new Promise((done) => setTimeout(done, 200))')
      }
      mock.keys.setRemaining('free-demo-key', { minute: 0 })
      // How many of them may have been queued depends on how fast the first are answered.
      await page.evaluate(`(async () => {
        let bans = 0
        for (let at = 0; at < 5000 && bans < 20; at += 1) bans += Number((await ${send}).includes('banned'))
      })()`)
      const { earlyRetries, bans } = mock.report('free-demo-key')
      expect(earlyRetries).toBeGreaterThanOrEqual(20)
      expect(bans).toBe(1)
    },
  )

  it.each([
    ['early', 700, { refused: 2, earlyRetries: 1, inFlight: 0 }],
    // A busy browser may not have read the refusal before.
    ['in flight', 0, { refused: 2, earlyRetries: 0, inFlight: 1 }],
  ])('one retry is %s %d ms after the refusal', async (_how, wait, expected) => {
    await using mock = await startMock({ port: 0, time: () => NOON, choices })
    mock.keys.setRemaining('free-demo-key', { minute: 0 })
    const { page } = await tab.goTo(pageAddress(), { permitted: /./ })
    const send = `fetch('${mock.baseUrl}/pets', { headers: { Authorization: 'Bearer free-demo-key' } }).then((reply) => reply.text())`
    await page.evaluate(
      `${send}.then(() => new Promise((done) => setTimeout(done, ${wait}))).then(() => ${send})`,
    )
    expect(mock.report('free-demo-key')).toMatchObject(expected)
  })

  it('is early at once for a client of a scenario, which has no request queued by the browser', async () => {
    await using mock = await startMock({ port: 0, time: () => NOON, choices })
    mock.keys.setRemaining('free-demo-key', { minute: 0 })
    const { page } = await tab.goTo(pageAddress(), { permitted: /./ })
    const headers = { Authorization: 'Bearer free-demo-key', [CLIENT_HEADER]: 'naive' }
    const send = `fetch('${mock.baseUrl}/pets', { headers: ${JSON.stringify(headers)} }).then((reply) => reply.text())`
    await page.evaluate(`(async () => { for (let at = 0; at < 20; at += 1) await ${send} })()`)
    expect(mock.report('free-demo-key')).toMatchObject({ refused: 20, bans: 1 })
    expect(mock.report('free-demo-key').earlyRetries).toBeGreaterThanOrEqual(18)
  })
})
