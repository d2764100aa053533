import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type Express, type RequestHandler } from 'express'
import LinkHeader from 'http-link-header'
import { expect, test } from 'vitest'
import { createApp, type MockApp, type MockOptions } from '../index.ts'
import { Client } from './testing/client.ts'
import { expectError, expectRateLimit } from './testing/expect-error.ts'
import { NOW } from './testing/start.ts'

const KEY = 'free-demo-key'

interface Host extends AsyncDisposable {
  readonly origin: string
  readonly mounted: MockApp
}

/** An Express app with the mock under a prefix and after other middleware. */
async function host(
  prefix: string,
  before: readonly RequestHandler[] = [],
  options?: MockOptions,
): Promise<Host> {
  const theirs: Express = express()
  const mounted = await createApp({ time: () => NOW, ...options })
  theirs.get('/hello', (_request, response) => {
    response.send('theirs')
  })
  for (const handler of before) theirs.use(handler)
  theirs.use(prefix, mounted.app)
  const server = theirs.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { origin: `http://127.0.0.1:${port}`, mounted, [Symbol.asyncDispose]: close }
}

test.for(['/petstore', '/a/b/c', '/'])('the mock answers under %s in another app', async (prefix) => {
  await using theirs = await host(prefix)
  const origin = theirs.origin + (prefix === '/' ? '' : prefix)
  const client = new Client(`${origin}/v1`, KEY)
  expect((await client.list()).pets).toHaveLength(20)
  expect((await client.create()).status).toBe(201)
  expect((await client.get(101)).status).toBe(200)
  expect((await new Client(`${origin}/staging/v1`, KEY).list()).rateLimit.remaining).toBe(59)
  const lost = await new Client(`${origin}/v2`, KEY).list()
  expectError(lost, 404)
  expect(lost.text).toContain(`Did you mean ${prefix === '/' ? '' : prefix}/v1/pets?`)
  expect(await (await fetch(`${theirs.origin}/hello`)).text()).toBe('theirs')
})

test.for(['/petstore', '/'])(
  'a browser that opens %s is sent to the control room, uncounted',
  async (prefix) => {
    await using theirs = await host(prefix)
    const root = prefix === '/' ? '/' : `${prefix}/`
    const ask = (path: string, accept: string): Promise<Response> =>
      fetch(theirs.origin + path, { redirect: 'manual', headers: { Accept: accept } })
    const sent = await ask(root, 'text/html,application/xhtml+xml,*/*;q=0.8')
    expect([sent.status, sent.headers.get('Location')]).toEqual([302, `${root}_mock/`])
    const { journal } = theirs.mounted.worlds.default
    expect(journal.list()).toEqual([])
    expect((await ask(root, '*/*')).status).toBe(401)
    expect((await ask(`${root}v1`, 'text/html')).status).toBe(401)
    expect((await ask(`${root}?a=1`, 'application/json')).status).toBe(401)
    expect(journal.list()).toHaveLength(3)
  },
)

test.for(['/_mock', '/_mock/docs'])('the page at %s is under the prefix', async (path) => {
  await using theirs = await host('/petstore')
  const page = await fetch(`${theirs.origin}/petstore${path}`, { headers: { Accept: 'text/html' } })
  expect([page.status, page.url]).toEqual([200, `${theirs.origin}/petstore${path}/`])
  const [, script = ''] = / src="([^"]*)"/.exec(await page.text()) ?? []
  expect((await fetch(new URL(script, page.url))).status).toBe(200)
})

test('Link and Location contain the prefix', async () => {
  const choices = { 'further-pages': 'link', 'location-on-201': 'yes' } as const
  await using theirs = await host('/petstore', [], { choices })
  for (const path of ['/petstore/v1', '/petstore/staging/v1']) {
    const client = new Client(theirs.origin + path, KEY)
    const [next] = LinkHeader.parse((await client.list('?limit=60')).header('Link')).rel('next')
    expect(new URL(next?.uri ?? '', theirs.origin).pathname).toBe(`${path}/pets`)
    expect((await client.create()).header('Location')).toBe(`${path}/pets/101`)
    expect((await client.get(1)).header('Link')).toBe(`<${path}/pets>; rel="successor-version"`)
    const page = await fetch(new URL(next?.uri ?? '', theirs.origin), {
      headers: { Authorization: `Bearer ${KEY}` },
    })
    expect(await page.json()).toHaveLength(41)
  }
})

test('bodies are accepted after a body parser of the host', async () => {
  await using theirs = await host('/petstore', [express.json(), express.urlencoded()])
  const client = new Client(`${theirs.origin}/petstore/v1`, KEY)
  expect((await client.create('{"name":"Rex","categoryId":5,"status":"sold"}')).pet).toEqual({
    id: 101,
    name: 'Rex',
    categoryId: 5,
    status: 'sold',
  })
  expectError(await client.create('{"name":"Rex"}'), 400)
  expectError(await client.create('[]'), 400)
  expectError(await client.create('name=Rex&categoryId=5', 'application/x-www-form-urlencoded'), 415)
  expectError(await client.create('plain', 'text/plain'), 415)
  expectError(await client.send('POST', '/pets'), 400)
  expect(theirs.mounted.worlds.default.pets.size).toBe(101)
})

test.for([
  ['9007199254740993', 500],
  ['9223372036854775807', 500],
  ['9007199254740991', 201],
  ['9223372036854777856', 400],
  ['1234567.1234567890', 400],
] as const)(
  'a body parser of the host may have rounded the categoryId %s: %i',
  async ([categoryId, status]) => {
    await using theirs = await host('/petstore', [express.json()])
    const client = new Client(`${theirs.origin}/petstore/v1`, KEY)
    const reply = await client.create(`{"name":"Rex","categoryId":${categoryId}}`)
    expect(reply.status).toBe(status)
    if (status === 500) expect(reply.text).toContain('mount the mock before it')
    expect(theirs.mounted.worlds.default.pets.size).toBe(status === 201 ? 101 : 100)
  },
)

test('every int64 is exact before a body parser of the host', async () => {
  await using theirs = await host('/petstore')
  const client = new Client(`${theirs.origin}/petstore/v1`, KEY)
  const { text } = await client.create('{"name":"Rex","categoryId":9007199254740993}')
  expect(text).toContain('"categoryId":9007199254740993')
})

test('the limits hold in another app too', async () => {
  await using theirs = await host('/petstore')
  const client = new Client(`${theirs.origin}/petstore/v1`, KEY)
  const reply = await client.listTimes(61)
  expectError(reply, 429)
  expectRateLimit(reply)
})
