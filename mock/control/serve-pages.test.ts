import express from 'express'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mock } from '../mock.ts'
import { servePage } from './serve-pages.ts'
import { ask, start } from './testing/start.ts'

let mock: Mock

beforeAll(async () => {
  mock = await start()
})
afterAll(() => mock.stop())

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the control room', () => {
  it.each([
    ['a browser', HTML, 'text/html; charset=utf-8'],
    [
      'a browser that followed a link',
      { ...HTML, 'Sec-Fetch-Site': 'cross-site' },
      'text/html; charset=utf-8',
    ],
    ['curl', { Accept: '*/*' }, 'application/json'],
    ['a script that says nothing', {}, 'application/json'],
  ])('is served to people, and the index to programs: %s', async (_who, headers, type) => {
    const { status, headers: answered } = await ask(mock, 'GET', '/_mock/', { headers })
    expect([status, answered['content-type']]).toEqual([200, type])
  })

  it.each(['/_mock/', '/_mock/room.js', '/_mock/room.css', '/_mock/room.svg'])(
    'allows %s only its own code, and no framing',
    async (path) => {
      const { status, headers } = await ask(mock, 'GET', path, { headers: HTML })
      expect(status).toBe(200)
      const policy = headers['content-security-policy']
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    },
  )

  it('redirects to its address with a trailing slash, on which relative links depend', async () => {
    const { status, headers } = await ask(mock, 'GET', '/_mock?world=staging', { headers: HTML })
    expect([status, headers.location]).toEqual([308, '/_mock/?world=staging'])
  })

  it('is compressed for clients that accept gzip', async () => {
    const { origin } = mock
    const read = (encoding: string): Promise<Response> =>
      fetch(`${origin}/_mock/room.js`, { headers: { 'Accept-Encoding': encoding } })
    const [zipped, plain] = [await read('gzip'), await read('identity')]
    expect([zipped.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
      'gzip',
      null,
    ])
    expect(await zipped.text()).toBe(await plain.text())
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding')
  })

  it('answers HEAD without a body and leaves other methods to the API', async () => {
    const head = await ask(mock, 'HEAD', '/_mock/', { headers: HTML })
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await ask(mock, 'POST', '/_mock/', { headers: HTML })).status).toBe(405)
  })
})

describe('the docs page', () => {
  it('redirects to its address with a trailing slash, on which relative links depend', async () => {
    const { status, headers } = await ask(mock, 'GET', '/_mock/docs?document=control')
    expect([status, headers.location]).toEqual([308, '/_mock/docs/?document=control'])
  })

  it('only refers to files that the mock serves', async () => {
    const { text, headers } = await ask(mock, 'GET', '/_mock/docs/')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const addresses = Array.from(text.matchAll(/\s(?:src|href)="([^"]*)"/g), ([, address = '']) => address)
    expect(addresses).toEqual(expect.arrayContaining(['./docs.js', './docs.css', '../room.svg']))
    for (const address of addresses) {
      const { pathname, search, host } = new URL(address, 'http://mock/_mock/docs/')
      expect(host).toBe('mock')
      expect((await ask(mock, 'GET', pathname + search)).status, address).toBe(200)
    }
  })

  it.each(['/_mock/docs/', '/_mock/docs/docs.js', '/_mock/docs/docs.css'])(
    'allows %s only its own code, and no framing',
    async (path) => {
      const { headers } = await ask(mock, 'GET', path)
      const policy = headers['content-security-policy']
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
    },
  )

  it.each(['toString', '../room/index.html', '..%2Froom%2Findex.html', 'licences.md', 'docs.js/'])(
    'has no %s',
    async (name) => {
      const { status, headers } = await ask(mock, 'GET', `/_mock/docs/${name}`)
      expect([status, headers['content-type']]).toEqual([404, 'application/json'])
    },
  )

  it('includes the licences of the packages in its bundle', async () => {
    const { readFile } = await import('node:fs/promises')
    const licences = await readFile(new URL('built/docs/licences.md', import.meta.url), 'utf8')
    expect(licences).toContain('## swagger-ui-dist - ')
  })

  it('has no effect for other methods', async () => {
    expect((await ask(mock, 'POST', '/_mock/docs/')).status).toBe(404)
    const head = await ask(mock, 'HEAD', '/_mock/docs/')
    expect([head.status, head.text]).toEqual([200, ''])
  })
})

describe('a page that cannot be read', () => {
  it.each([
    ['ENOENT', 'The page has not been built. Run "npm run pages" in the folder of the mock.\n'],
    [
      'EMFILE',
      'The page cannot be read because too many files and connections are open (EMFILE). Close some or raise the limit (ulimit -n), then reload.\n',
    ],
    ['EACCES', 'The page cannot be read: EACCES.\n'],
  ])('is replaced by a text that says what to do: %s', async (code, says) => {
    const read = () => Promise.reject(Object.assign(new Error('no'), { code }))
    const page = servePage({ folder: 'room', path: '/', files: {}, policy: [] }, read)
    const server = createServer(express().use(page)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect([reply.status, await reply.text()]).toEqual([503, says])
    server.close()
    server.closeAllConnections()
  })
})
