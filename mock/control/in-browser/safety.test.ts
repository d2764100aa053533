import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeRoom } from './room-page.ts'

const IMAGE = '<img src=x onerror="globalThis.hacked=true">'

/** A page of another origin that tries every way in which a browser can reach the mock. */
function foreignPage(mock: string): string {
  return `<!doctype html><title>foreign</title>
    <iframe id="frame" src="${mock}/_mock/"></iframe>
    <form id="form" method="post" enctype="text/plain" action="${mock}/_mock/worlds/default/reset" target="sink"></form>
    <iframe id="sink" name="sink"></iframe>
    <script type="module">
      const report = (name, value) => { document.body.dataset[name] = value }
      const outcome = (promise) => promise.then((reply) => reply.type + reply.status, () => 'refused')
      const json = { 'Content-Type': 'application/json' }
      const at = '${mock}/_mock/worlds/default'
      report('read', await outcome(fetch(at + '/keys')))
      report('write', await outcome(fetch(at + '/limits', { method: 'PUT', headers: json, body: '{"on":false}' })))
      report('simple', await outcome(fetch(at + '/clock/advance', { method: 'POST', mode: 'no-cors', body: '{"days":1}' })))
      report('script', await new Promise((resolve) => {
        const script = document.createElement('script')
        script.src = '${mock}/_mock/room.js'
        script.onload = () => resolve('ran')
        script.onerror = () => resolve('refused')
        document.head.append(script)
      }))
      const sent = new Promise((resolve) => { document.getElementById('sink').onload = resolve })
      document.getElementById('form').submit()
      await sent
      const opened = window.open('${mock}/_mock/')
      for (let looks = 0; looks < 100 && opened !== null && !opened.closed; looks += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      report('opened', opened === null || opened.closed ? 'cut off' : 'held')
      report('done', 'yes')
    </script>`
}

describeRoom('the control room, which a foreign page would like to reach,', (room) => {
  let foreign: Server
  let page = ''
  beforeAll(async () => {
    foreign = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end(page)
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => foreign.close())

  it('a page of another origin can read, change and frame nothing', async () => {
    const { mock } = room
    page = foreignPage(mock.origin)
    const changes: string[] = []
    const unsubscribe = mock.subscribe((event) => {
      if (event.kind === 'change' && event.change.what !== 'refused') changes.push(event.change.sentence)
    })
    const { page: other } = await room.tab.goTo(
      `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`,
    )
    await other.locator('body[data-done]').waitFor()
    const seen: unknown = await other.evaluate('({ ...document.body.dataset })')
    expect(seen).toMatchObject({ read: 'refused', write: 'refused', script: 'refused', opened: 'cut off' })
    const frame = other.frames().find((one) => one.parentFrame() && one.name() !== 'sink')
    expect(frame?.url()).not.toContain('/_mock/')
    expect(changes).toEqual([])
    unsubscribe()
  })

  it('no text of a request runs as a script', async () => {
    const { mock } = room
    const { page: own, complaints } = await room.open()
    const headers = { Authorization: `Bearer ${IMAGE}`, 'X-Name': IMAGE, 'Content-Type': 'application/json' }
    await fetch(`${mock.baseUrl}/${IMAGE}?${IMAGE}`, { headers })
    const body = JSON.stringify({ name: IMAGE, categoryId: 1 })
    const add = { ...headers, Authorization: 'Bearer free-demo-key' }
    await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers: add, body })
    mock.faults.add({ effect: { kind: 'status', status: 503, body: IMAGE, headers: { 'X-Fault': IMAGE } } })
    await (await fetch(`${mock.baseUrl}/pets`, { headers: add })).text()
    await own.locator('.line.exchange').nth(2).waitFor()
    for (const line of await own.locator('.line-head').all()) await line.click()
    await expect.poll(() => own.locator('.detail').first().innerText()).toContain(IMAGE)
    await own.getByRole('tab', { name: 'Pets' }).click()
    await own.getByRole('cell', { name: IMAGE }).waitFor()
    for (const name of ['Faults', 'Choices', 'Traffic']) await own.getByRole('tab', { name }).click()
    await expect.poll(() => own.locator('img').count()).toBe(0)
    expect(await own.evaluate('globalThis.hacked')).toBeUndefined()
    expect(complaints).toEqual([])
  })

  it('a browser on another machine is asked for the token, and works with it', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    const { page: own } = await room.tab.goTo(`${room.mock.origin}/_mock/`, { headers })
    const field = own.getByLabel('Access from another machine requires a token')
    await field.waitFor()
    await expect.poll(() => own.locator('main, .notice, .grave, .world').count()).toBe(0)
    await field.fill('another')
    await own.getByRole('button', { name: 'Enter' }).click()
    await own.getByText('This token is wrong.').waitFor()
    await own.getByText('token required').waitFor()
    await expect.poll(() => own.locator('.key').count()).toBe(0)
    await field.fill(room.mock.controlToken)
    await own.getByRole('button', { name: 'Enter' }).click()
    await own.getByText('live', { exact: true }).waitFor()
    await own.locator('.key').first().waitFor()
  })

  it('the policy of the page blocks injected scripts', async () => {
    const { page: own, complaints } = await room.open()
    const add = `{ const one = document.createElement('script'); one.text = 'hacked = true'; document.body.append(one) }`
    await own.evaluate(add).catch(() => undefined)
    expect(await own.evaluate('globalThis.hacked')).toBeUndefined()
    expect(complaints.join()).toMatch(/TrustedScript|Content Security Policy/)
  })
})
