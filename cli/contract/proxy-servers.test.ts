import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { nothingSeen } from '../../contract-tests/opinions/proxy/page/testing/seen.ts'
import { servePage, servePageBeside } from './proxy-servers.ts'

test.for<[who: string, status: number, headers: Record<string, string>]>([
  ['a command on this machine', 200, {}],
  ['the page itself', 200, { 'Sec-Fetch-Site': 'same-origin' }],
  ['a page of another origin', 403, { Origin: 'http://evil.test' }],
  ['a page of another origin that embeds it', 403, { 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of another server on this machine', 403, { 'Sec-Fetch-Site': 'same-site' }],
  ['a page whose name was made to lead here', 403, { Host: 'evil.test' }],
  ['somebody behind a proxy', 403, { 'X-Forwarded-For': '10.0.0.1' }],
])('whoever asks for the traffic, %s gets %i', async ([_who, status, headers]) => {
  const page = await servePage(nothingSeen(), 0)
  onTestFinished(() => page.close())
  for (const path of ['tally', 'events']) {
    const [reply] = (await once(get(page.url + path, { headers }), 'response')) as [IncomingMessage]
    expect(reply.statusCode).toBe(status)
    reply.destroy()
  }
})

test('a request with an expectation that nobody knows is answered', async () => {
  const page = await servePage(nothingSeen(), 0)
  onTestFinished(() => page.close())
  const asked = get(page.url + 'tally', { headers: { Expect: 'the-unexpected' }, timeout: 1000 })
  asked.once('timeout', () => asked.destroy())
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(200)
  reply.resume()
})

test('the page is on the port after that of the proxy, or on any where that is in use', async () => {
  const other = await servePage(nothingSeen(), 0)
  onTestFinished(() => other.close())
  const inUse = Number(new URL(other.url).port)
  const page = await servePageBeside(inUse - 1, undefined, nothingSeen())
  onTestFinished(() => page.close())
  expect(page.url).not.toBe(other.url)
  await expect(servePageBeside(0, inUse, nothingSeen())).rejects.toThrow(/ is in use: .* with --page-port$/)
})
