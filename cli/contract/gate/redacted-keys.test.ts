import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { STAGING, startGated, type Gated } from './testing/gated.ts'

const SECRET = 'stg/9f3K2+77Qx-zw1'
const KEY = { Authorization: `Bearer ${SECRET}` }

const errorBody = (message: string): string => JSON.stringify({ code: 'x', message, status: 401 })

const SPELLINGS = {
  'as it is': SECRET,
  'without its end': SECRET.slice(0, -4),
  'percent-encoded': encodeURIComponent(SECRET),
  'in base64': Buffer.from(SECRET).toString('base64'),
  'letter by letter': JSON.stringify(Array.from(SECRET)),
} as const

/** Echoes a text in a body, in headers of one and of several lines, in the name of a header, and beside the status. */
const echoing =
  (text: string): RequestListener =>
  (_request, response) => {
    const headers = [
      ...Object.entries(STAGING).flat(),
      ...['X-Caller', text, 'Set-Cookie', 'a=1', 'Set-Cookie', `key=${text}`],
      ...['Link', `</v1/pets?cursor=${text}>; rel="next"`],
      ...['WWW-Authenticate', `Bearer error_description="no ${text}"`],
    ]
    response.writeHead(401, `No ${text}`, headers).end(errorBody(text))
  }

async function shownBy(proxy: Gated): Promise<string> {
  const world = `${proxy.control}/_mock/worlds/default`
  const pages = ['', '/keys', '/journal', '/report', '/snapshot']
  const texts = await Promise.all(pages.map(async (path) => (await fetch(world + path)).text()))
  return [...texts, ...proxy.logged].join('\n')
}

test.for(Object.entries(SPELLINGS))(
  'a key that the service echoes %s is not in the control room, and reaches its client',
  async ([_how, text]) => {
    await using proxy = await startGated({ limits: 'free' }, echoing(text))
    const reply = await proxy.send({ headers: KEY })
    expect(reply.headers.get('X-Caller')).toBe(text)
    expect(reply.headers.getSetCookie()).toEqual(['a=1', `key=${text}`])
    expect([reply.statusText, await reply.json()]).toMatchObject([`No ${text}`, { message: text }])
    const shown = await shownBy(proxy)
    expect(shown).toContain('"X-Caller"')
    const letters = (all: string): string => all.replaceAll(/[^a-z\d]/gi, '')
    expect(letters(shown)).not.toContain(letters(text).slice(2, 9))
  },
)

test('a key in the name of a header is not in the control room', async () => {
  await using proxy = await startGated({ limits: 'free' }, (_request, response) => {
    response.writeHead(200, { ...STAGING, 'x-staging-secret-key': '1' }).end('[]')
  })
  expect((await proxy.send()).headers.get('x-staging-secret-key')).toBe('1')
  expect(await shownBy(proxy)).not.toContain('secret')
})

test.for([
  ['limits', { limits: 'free' }],
  ['faults', { fault: [{ effect: { kind: 'delay', from: 1 } }] }],
  ['read-only', { readOnly: true }],
] as const)(
  'a key that a client writes into a path, query, header or body is not shown: %s',
  async ([_name, flags]) => {
    await using proxy = await startGated(flags)
    const path = `/pets/${encodeURIComponent(SECRET)}?x=${encodeURIComponent(SECRET)}&after=${SECRET}`
    const init = {
      method: 'POST',
      headers: { ...KEY, 'X-Note': SECRET, Cookie: SECRET, [`x-${SECRET.replaceAll('/', '')}`]: '1' },
      body: JSON.stringify({ name: SECRET }),
    }
    await (await proxy.send(init, path)).text()
    const shown = await shownBy(proxy)
    expect(shown).toContain('/v1/pets/')
    expect(shown).not.toMatch(/9f3k2/i)
  },
)

test('a key is redacted where many others have come since', async () => {
  const held = Promise.withResolvers<undefined>()
  const asked = Promise.withResolvers<undefined>()
  await using proxy = await startGated({ limits: 'free' }, (request, response) => {
    const key = request.headers.authorization ?? ''
    const answer = (): void => void response.writeHead(200, { ...STAGING, 'X-Caller': key }).end('[]')
    if (key.endsWith(SECRET)) {
      asked.resolve(undefined)
      void held.promise.then(answer)
    } else answer()
  })
  const first = proxy.send({ headers: KEY })
  await asked.promise
  for (let other = 0; other < 12; other += 1)
    await (await proxy.send({ headers: { Authorization: `Bearer another-key-of-${other}` } })).text()
  held.resolve(undefined)
  await (await first).text()
  expect(await shownBy(proxy)).not.toMatch(/9f3k2/i)
})

test('credentials of another scheme, and a key without one, are not shown where a service echoes them', async () => {
  for (const credentials of ['Basic c3RhZ2luZzpzZWNyZXQ=', 'ApiKey 77aa 99bb-44cc', SECRET]) {
    await using proxy = await startGated({ limits: 'free' }, ({ headers }, response) => {
      response.writeHead(401, { ...STAGING, 'X-Caller': headers.authorization ?? '' }).end(errorBody(''))
    })
    await (await proxy.send({ headers: { Authorization: credentials } })).text()
    const secret = credentials.split(' ').slice(1).join(' ') || SECRET
    expect(await shownBy(proxy)).not.toContain(secret.slice(1, 9))
  }
})

test('the operation of a request is found whatever is redacted of its path', async () => {
  const fault = [{ effect: { kind: 'status' as const, status: 503 }, operation: 'getPet' as const }]
  await using proxy = await startGated({ fault })
  expect((await proxy.send({}, '/pets/staging-secret-key')).status).toBe(503)
  const reply = await fetch(`${proxy.control}/_mock/worlds/default/journal?operation=getPet`)
  expect(await reply.json()).toMatchObject([
    { target: expect.stringMatching(/^\/v1\/pets\/stag-/) as unknown },
  ])
})
