import type { Page } from 'playwright-core'
import { expect, it, onTestFinished, vi, type MockInstance } from 'vitest'
import { describeInBrowser } from '../../lab/testing/browser.ts'
import { startMock, type Mock } from '../index.ts'
import { mockPetstore, petstore } from './playwright.ts'

// Playwright fetches over another scheme than the page's itself, and a handler that rejects would fail the run.
const baseUrl = 'https://api.example.com/v1'

/** What the page gets: a status and the length of its body, or the name of an error. */
const GET = `fetch('${baseUrl}/pets', { headers: { Authorization: 'Bearer free-demo-key' } })
  .then(async (reply) => [reply.status, (await reply.text()).length > 0], ({ name }) => name)`

const CUTS = [{ at: 'before-reply' }, { at: 'mid-body' }] as const

describeInBrowser('a page whose requests a mock answers', (tab) => {
  async function start(): Promise<{ readonly mock: Mock; readonly page: Page }> {
    const mock = await startMock({ port: 0, pets: 3 })
    onTestFinished(() => mock.stop())
    const page = await tab.browser.newPage()
    onTestFinished(() => page.close())
    return { mock, page }
  }

  function logs(): MockInstance<typeof console.error> {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => {
      log.mockRestore()
    })
    return log
  }

  it.each(CUTS)('gets a network error from a server that cuts the connection $at', async ({ at }) => {
    const { mock, page } = await start()
    const logged = logs()
    const { faults } = await mockPetstore(page, { baseUrl, server: mock.origin })
    await faults.add({ effect: { kind: 'cut', at }, times: 1 })
    expect(await page.evaluate(GET)).toBe('TypeError')
    expect(await page.evaluate(GET)).toEqual([200, true])
    expect(logged).not.toHaveBeenCalled()
  })

  it.each(CUTS)('gets a network error in the test, where a fault cuts $at', async ({ at }) => {
    const { page } = await start()
    const { faults } = await mockPetstore(page, { baseUrl, pets: 3 })
    faults.add({ effect: { kind: 'cut', at }, times: 1 })
    expect(await page.evaluate(GET)).toBe('TypeError')
    expect(await page.evaluate(GET)).toEqual([200, true])
  })

  it('is neither early nor banned for ten requests at once, of which it sends none again', async () => {
    const choices = { ban: 'after-10-strikes-for-60-seconds' } as const
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { page } = await start()
      const petstore = await mockPetstore(page, { baseUrl, pets: 3, choices })
      petstore.keys.setRemaining('free-demo-key', { minute: 0 })
      await page.evaluate(`Promise.all(Array.from({ length: 10 }, () => ${GET}))`)
      expect(petstore.report('free-demo-key')).toMatchObject({ refused: 10, earlyRetries: 0, bans: 0 })
    }
  })

  it('may be closed while a reply is delayed', async () => {
    const { mock, page } = await start()
    const logged = logs()
    const { faults, report } = await mockPetstore(page, { baseUrl, server: mock.origin })
    await faults.add({ effect: { kind: 'delay', from: 600_000 } })
    const asked = page.evaluate(GET)
    const closed = expect(asked).rejects.toThrow('has been closed')
    await expect.poll(() => report('free-demo-key')).toMatchObject({ requests: 1 })
    await page.close()
    await closed
    expect(logged).not.toHaveBeenCalled()
  })

  it.each(['https://api.example.com/v1', 'http://api.example.com/api/v1'])(
    'follows the Link and the Location of a server at %s',
    async (address) => {
      const { mock, page } = await start()
      const choices = { 'further-pages': 'link', 'location-on-201': 'yes' } as const
      await mockPetstore(page, { baseUrl: address, server: mock.origin, pets: 3, choices })
      const followed = await page.evaluate(`(async () => {
        const address = '${address}/pets'
        const headers = { Authorization: 'Bearer free-demo-key', 'Content-Type': 'application/json' }
        const list = await fetch(address + '?limit=2', { headers })
        const [, next] = /<([^>]+)>/.exec(list.headers.get('Link'))
        const page = await (await fetch(new URL(next, address), { headers })).json()
        const body = '{"name":"Rex","categoryId":1}'
        const added = await fetch(address, { method: 'POST', headers, body })
        const pet = await (await fetch(new URL(added.headers.get('Location'), address), { headers })).json()
        return [page.length, pet.name]
      })()`)
      expect(followed).toEqual([1, 'Rex'])
    },
  )

  it('answers the pages, too, that a page or a test opens later in its context', async () => {
    const { mock } = await start()
    const context = await tab.browser.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const [lend] = petstore({ baseUrl, pets: 3 }).petstore
    await lend({ context }, async () => {
      expect(await page.evaluate(GET)).toEqual([200, true])
      const another = await context.newPage()
      expect(await another.evaluate(GET)).toEqual([200, true])
      await another.goto(`${mock.origin}/_mock/health`)
      const opened = context.waitForEvent('page')
      await another.evaluate('void open(location.href)')
      const popup = await opened
      await popup.waitForLoadState()
      expect(await popup.evaluate(GET)).toEqual([200, true])
    })
  })

  it('gets a network error from a server that was stopped, and the test a line that says where it was', async () => {
    const { mock, page } = await start()
    const logged = logs()
    await mockPetstore(page, { baseUrl, server: mock.origin })
    await mock.stop()
    expect(await page.evaluate(GET)).toBe('TypeError')
    expect(logged.mock.calls).toEqual([
      [
        `petstore-mock: ${baseUrl}/pets was not answered. Error: route.fetch: ` +
          `connect ECONNREFUSED ${new URL(mock.origin).host}. Is the mock at ${mock.origin} running?`,
      ],
    ])
  })
})
