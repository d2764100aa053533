import { expect, onTestFinished, test } from 'vitest'
import { describeInBrowser } from '../../../../lab/testing/browser.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createPage, type LivePage } from './create-page.ts'
import { breach, nothingSeen } from './testing/seen.ts'
import { emptyPage, findingItem, viewOf, type Seen } from './view.ts'

const EVIL = '<img src=x onerror="document.title=1">&</script>\u202e'

async function serve(isAllowed = true, seen: Seen = nothingSeen()): Promise<TestServer & LivePage> {
  const page = createPage({ ...seen, isAllowed: () => isAllowed, every: () => () => undefined })
  const server = await startTestServer(page.server)
  onTestFinished(() => server[Symbol.asyncDispose]())
  return { ...server, ...page }
}

test('the page has a place for each part, and without its events it says nothing of the traffic', () => {
  const html = emptyPage()
  const places = Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id]) => id)
  expect(places).toEqual([...new Set(places)])
  expect(Object.keys(viewOf(nothingSeen()).parts).filter((id) => !places.includes(id))).toEqual([])
  expect(html).not.toContain('upstream.test')
})

test('what comes from the traffic is shown as text', () => {
  const item = findingItem({ ...breach(EVIL), request: `GET /${EVIL}` }).toString()
  const { parts } = viewOf({ ...nothingSeen(), upstream: EVIL })
  for (const html of [item, parts['upstream'] ?? '']) {
    expect(html).not.toMatch(/<img|<\/script|\u202e/)
    expect(html).toContain('&lt;img')
  }
})

test.for<[what: string, seen: Partial<Seen['counts']>, headline: string, tone: string]>([
  ['nothing has passed', {}, 'waiting for traffic', 'fair'],
  ['nothing was found', { judged: 2 }, 'nothing broken so far', 'good'],
  ['there are warnings', { judged: 2, warnings: 1 }, '1 warning, nothing broken so far', 'fair'],
  ['Prism alone found something', { judged: 2, breaches: 2 }, '2 breaches found', 'bad'],
])('the headline where %s', ([_what, counts, headline, tone]) => {
  const seen = nothingSeen()
  const view = viewOf({ ...seen, counts: { ...seen.counts, ...counts } })
  expect(view.tone).toBe(tone)
  expect(view.parts['headline']).toContain(`>${headline}<`)
})

test('the parts of the traffic add up to its requests', () => {
  const seen = nothingSeen()
  const counts = { ...seen.counts, exchanges: 9, judged: 4, failures: 1, own: 2 }
  expect(viewOf({ ...seen, counts }).parts['traffic']).toContain(
    '9 requests, 4 judged · 0 breaches · 0 warnings · 1 failure of the upstream · 2 answered by the proxy itself · 2 not judged',
  )
})

test('the page comes for everybody, the traffic for those alone who may look at it', async () => {
  const { origin } = await serve(false)
  const statuses = async (...paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await fetch(origin + path)).status))
  expect(await statuses('/', '/events', '/tally', '/other')).toEqual([200, 403, 403, 404])
  expect((await fetch(origin, { method: 'POST' })).status).toBe(405)
})

test('no page of another origin may embed a reply, frame the page or keep its window', async () => {
  const { origin } = await serve()
  const reply = await fetch(`${origin}/tally`)
  expect(await reply.text()).toMatch(/^The tally of 0 judged exchanges: /)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  expect(reply.headers.has('access-control-allow-origin')).toBe(false)
})

test('twenty pages may be open at once', async () => {
  const { origin, endStreams } = await serve()
  const open = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/events`)))
  expect((await fetch(`${origin}/events`)).status).toBe(503)
  endStreams()
  for (const { body } of open) await body?.cancel()
})

describeInBrowser('the page of the proxy', (tab) => {
  test.for([320, 1280])('shows findings as they come, as text, %d pixels wide', async (width) => {
    const seen = nothingSeen()
    let tick = (): void => undefined
    const page = createPage({
      ...seen,
      isAllowed: () => true,
      every: (_milliseconds, run) => {
        tick = run
        return () => undefined
      },
    })
    await using server = await startTestServer(page.server)
    const opened = await tab.goTo(`${server.origin}/`, { width })
    await opened.page.getByText('live', { exact: true }).waitFor()
    expect(await opened.page.title()).toBe('waiting for traffic: Pet Store proxy')
    page.add(breach(EVIL))
    seen.tally.add({ evidence: ['PET-3', 'LIST-1'], broken: ['PET-3'] })
    tick()
    await opened.page.locator('#findings li', { hasText: '<img src=x' }).waitFor()
    expect(await opened.page.locator('h1').innerText()).toContain('1 clause broken')
    await opened.page.locator('#cell-PET-3 a').click()
    expect(await opened.page.locator('tr:target').innerText()).toMatch(/PET-3[^]*broken[^]*1 of 1/)
    expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await opened.page.locator('img').count()).toBe(0)
    page.add(breach(EVIL, { id: 7001, times: 1 }))
    tick()
    page.add(breach(' another'))
    page.add(breach(EVIL, { id: 7001, times: 12 }))
    tick()
    await opened.page.locator('#kind-7001', { hasText: '12 times' }).waitFor()
    expect(await opened.page.locator('#findings li').count()).toBe(3)
    expect(await opened.page.locator('#findings li').nth(1).getAttribute('id')).toBe('kind-7001')
    page.endStreams()
    await opened.page.getByText('not connected', { exact: true }).waitFor()
    expect(opened.complaints).toEqual([])
    expect(new Set(opened.requests)).toEqual(new Set([`${server.origin}/`, `${server.origin}/events`]))
  })
})
