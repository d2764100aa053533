import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test, onTestFinished, vi } from 'vitest'
import type { FaultEffect } from '../core/faults/faults.ts'
import { ControlError, createMock, makePets, type FetchMock } from './index.ts'

const BEARER = { Authorization: 'Bearer free-demo-key' }
const HOST = 'https://api.example.com'

const list = (mock: Pick<FetchMock, 'fetch'>, base = `${HOST}/v1`): Promise<Response> =>
  mock.fetch(`${base}/pets?limit=1`, { headers: BEARER })

test('a pet is added and found, at any host, with every digit', async () => {
  const mock = createMock({ pets: 0 })
  const added = await mock.fetch(
    new Request(`${HOST}/v1/pets`, {
      method: 'POST',
      headers: { ...BEARER, 'Content-Type': 'application/json' },
      body: '{"name":"Rex","categoryId":9007199254740993}',
    }),
  )
  expect([added.status, added.statusText]).toEqual([201, 'Created'])
  const found = await mock.fetch(new URL('http://localhost:3000/v1/pets/1'), { headers: BEARER })
  expect(await found.text()).toBe('{"id":1,"name":"Rex","categoryId":9007199254740993,"status":"available"}')
})

test('the controls are those of startMock', async () => {
  const mock = createMock({ pets: 3, choices: { 'retry-after-form': 'seconds' } })
  mock.clock.set('2030-01-01T12:00:58Z')
  mock.keys.setRemaining('free-demo-key', { minute: 0 })
  const heard: string[] = []
  mock.subscribe((event) => heard.push(event.kind))
  const refused = await list(mock)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '2'])
  expect(mock.report('free-demo-key')).toMatchObject({ requests: 1, refused: 1 })
  expect(mock.journal.list({ status: 429 })).toHaveLength(1)
  expect(mock.metrics()).toContain('petstore_pets{world="default"} 3\n')
  expect(heard).toEqual(['exchange'])
  mock.reset()
  expect(mock.journal.list()).toEqual([])
})

test('what is no address rejects with a TypeError, as with fetch, and throws nothing before', async () => {
  const mock = createMock()
  for (const fetch of [mock.fetch, mock.fetchOf('default')]) {
    const asked = fetch('/v1/pets', { headers: BEARER })
    await expect(asked).rejects.toThrow(TypeError)
  }
})

test('whatever a client passes to fetch, it is known whether the mock answers it', () => {
  const mock = createMock({ baseUrl: `${HOST}/v1` })
  const asked = [`${HOST}/v1/pets`, 'https://other.example/v1/pets']
  const forms = asked.flatMap((url) => [url, new URL(url), new Request(url)])
  expect(forms.map((form) => mock.answers(form))).toEqual([true, true, true, false, false, false])
  expect(['/v1/pets', '', 'https://'].map((text) => mock.answers(text))).toEqual([false, false, false])
  // In a page, a relative address begins at the page's, as it does for fetch.
  vi.stubGlobal('location', { href: `${HOST}/app/` })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(['/v1/pets', 'pets'].map((text) => mock.answers(text))).toEqual([true, false])
})

test('requests that are sent at the same time are no early retries', async () => {
  const mock = createMock()
  mock.keys.setRemaining('free-demo-key', { minute: 0 })
  await Promise.all([list(mock), list(mock), list(mock)])
  expect(mock.report('free-demo-key')).toMatchObject({ refused: 3, inFlight: 2, earlyRetries: 0 })
  await list(mock)
  expect(mock.report('free-demo-key').earlyRetries).toBe(1)
})

test('what Bun.serve passes behind the request, its server, says nothing about the request', async () => {
  const request = new Request(`${HOST}/v1/pets?limit=1`, { headers: BEARER })
  const server = { url: new URL(HOST), method: 'POST' }
  expect((await createMock().fetch(request, server)).status).toBe(200)
})

describe('base addresses', () => {
  test.for([
    ['https://api.example.com/petstore/v1', 'https://api.example.com/petstore/worker-1/v1'],
    ['https://api.example.com/pets/v1/', 'https://api.example.com/pets/worker-1/v1'],
    ['http://localhost:8080/v1', 'http://localhost:8080/worker-1/v1'],
  ])('the default world is at %s, another at %s', async ([baseUrl, other]) => {
    const mock = createMock({ baseUrl, choices: { 'further-pages': 'link' } })
    mock.worlds.create('worker-1')
    mock.worlds.get('worker-1').limits.switch(false)
    expect(mock.baseUrlOf('worker-1')).toBe(other)
    const reply = await list(mock, mock.baseUrl)
    expect([reply.status, reply.headers.get('X-RateLimit-Remaining')]).toEqual([200, '59'])
    expect(reply.headers.get('Link')).toContain(`<${new URL(mock.baseUrl).pathname}/pets?`)
    await list(mock, other)
    expect(mock.worlds.list().map(({ journal }) => journal.list().length)).toEqual([1, 0, 1])
    const asked = [`${mock.baseUrl}/pets`, `${other}/pets`, mock.baseUrl, 'https://other.example/v1/pets']
    expect(asked.map((url) => mock.answers(url))).toEqual([true, true, true, false])
  })

  test('a client that uses the default base address can have a world of its own', async () => {
    const mock = createMock({ baseUrl: `${HOST}/v1` })
    mock.worlds.create('worker-1')
    await list({ fetch: mock.fetchOf('worker-1') })
    expect(mock.worlds.get('worker-1').journal.list()).toHaveLength(1)
    expect(mock.journal.list()).toHaveLength(0)
    expect(() => mock.fetchOf('worker-2')).toThrow('There is no world "worker-2". Did you mean worker-1?')
  })

  test('without one, the mock answers the paths of the service at every host', async () => {
    const asked = ['/v1/pets', '/v1', '/staging/v1/pets', '/v10/pets', '/pets', '/assets/app.js']
    const mock = createMock()
    expect(asked.map((path) => mock.answers(HOST + path))).toEqual([true, true, true, false, false, false])
    expect(mock.baseUrl).toBe('https://petstore.test/v1')
    expect(await readFile('docs/fetch.md', 'utf8')).toContain(`is \`${mock.baseUrl}\``)
  })

  test.for([
    ['https://api.example.com/v2', 'https://api.example.com/v1?'],
    ['https://api.example.com', 'https://api.example.com/v1?'],
    ['https://api.example.com/shop/', 'https://api.example.com/shop/v1?'],
    ['https://api.example.com/shop/v1/pets/7', 'https://api.example.com/shop/v1?'],
  ] as const)('%s is rejected, because the version is 1', ([baseUrl, meant]) => {
    expect(() => createMock({ baseUrl })).toThrow(`baseUrl must end with /v1: did you mean ${meant}`)
  })

  test.for([
    ['api.example.com', 'https://api.example.com/v1'],
    ['api.example.com/shop/', 'https://api.example.com/shop/v1'],
    ['localhost:3000/v1', 'https://localhost:3000/v1'],
  ] as const)('%s is rejected, because it has no scheme', ([baseUrl, meant]) => {
    vi.stubGlobal('location', { href: 'http://localhost:5173/app/' })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(() => createMock({ baseUrl })).toThrow(`baseUrl must be an address such as ${meant}`)
    expect(createMock({ baseUrl: '/api/v1' }).baseUrl).toBe('http://localhost:5173/api/v1')
  })

  test.for(['v1', 'https://api.example.com/v1?a=b', 'data:,x'])('%s is rejected', (baseUrl) => {
    expect(() => createMock({ baseUrl })).toThrow(/^baseUrl must be an address such as https:/)
  })
})

describe('faults on the wire', () => {
  test('a delay ends when the client aborts', async () => {
    const mock = createMock({ faults: [{ effect: { kind: 'delay', from: 60_000 } }] })
    const leaving = new AbortController()
    const late = mock.fetch(`${HOST}/v1/pets`, { headers: BEARER, signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(late).rejects.toThrow('gone')
  })

  test('a connection that is cut before the reply rejects with a TypeError', async () => {
    const mock = createMock({ faults: [{ effect: { kind: 'cut', at: 'before-reply' } }] })
    await expect(list(mock)).rejects.toThrow(TypeError)
  })

  test('a connection that is cut in the body delivers its first half', async () => {
    const mock = createMock({ pets: 9, faults: [{ effect: { kind: 'cut', at: 'mid-body' } }] })
    const reply = await list(mock)
    let read = 0
    const reading = (async () => {
      for await (const part of partsOf(reply)) read += part.length
    })()
    await expect(reading).rejects.toThrow(TypeError)
    expect(read).toBe(Number(reply.headers.get('Content-Length')) >> 1)
  })

  // MSW 3 in Node waits for no more than a tick before it drops what it has not passed on.
  test('the body fails later than the tick in which its first half is read', async () => {
    const mock = createMock({ faults: [{ effect: { kind: 'cut', at: 'mid-body' } }] })
    const reader = partsOf(await list(mock))[Symbol.asyncIterator]()
    await reader.next()
    let failed = false
    const failing = reader.next().catch(() => {
      failed = true
    })
    await new Promise((resolve) => {
      process.nextTick(resolve)
    })
    expect(failed).toBe(false)
    await failing
    expect(failed).toBe(true)
  })

  test('a body trickles, part by part', async () => {
    const slept: number[] = []
    const sleep = (milliseconds: number): Promise<void> => {
      slept.push(milliseconds)
      return Promise.resolve()
    }
    const mock = createMock({ pets: 9, faults: [{ effect: { kind: 'trickle', over: 200 } }] }, sleep)
    const reply = await list(mock)
    let parts = 0
    for await (const part of partsOf(reply)) parts += Math.min(1, part.length)
    expect([parts, slept.length]).toEqual([19, 18])
  })

  test('a mock that stops ends its delays', async () => {
    const mock = createMock({ faults: [{ effect: { kind: 'delay', from: 60_000 } }] })
    const late = list(mock)
    await mock.stop()
    expect((await late).status).toBe(200)
  })
})

describe('options', () => {
  test('pets of another seed must be made beforehand', async () => {
    expect(() => createMock({ seed: 7 })).toThrow(
      'Only the first 500 pets of seed 1 are at hand: make others first, with pets: await makePets({ seed: 7, count: 100 })',
    )
    const mock = createMock({ seed: 7, pets: await makePets({ seed: 7, count: 3 }) })
    expect(mock.pets.size).toBe(3)
    const zoo = await mock.worlds.createWith('zoo', { seed: 8, pets: 600 })
    expect(zoo.pets.size).toBe(600)
  })

  test.for([
    [{ seed: 7, cont: 40 }, 'cont is not known. Did you mean count?'],
    [{ count: -1 }, 'count must be >= 0'],
    [{ count: 2.5 }, 'count must be an integer'],
    [{ count: '4' }, 'count must be an integer'],
    [{ count: 2_000_001 }, 'count must be <= 2000000'],
    [{ seed: '7' }, 'seed must be an integer'],
  ] as const)('makePets rejects %o', async ([options, message]) => {
    // As a test in plain JavaScript would pass them.
    const given: object = options
    await expect(makePets(given)).rejects.toThrow(new ControlError('invalid', message))
  })

  test('an unknown option is rejected', () => {
    const options = { prot: 1, pets: 3 }
    expect(() => createMock(options)).toThrow('prot is not known')
  })

  test.for(['port', 'host', 'store'])('%s is rejected: it is an option of startMock', (name) => {
    const options = { [name]: 3 }
    expect(() => createMock(options)).toThrow(`${name} is not known: startMock of petstore-mock has it`)
  })
})

test('a body that is too large is not read to its end', async () => {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled += 1
      controller.enqueue(new Uint8Array(65_536))
    },
  })
  const headers = { ...BEARER, 'Content-Type': 'application/json' }
  const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' }
  const reply = await createMock().fetch(`${HOST}/v1/pets`, init)
  expect([reply.status, pulled < 10]).toEqual([413, true])
})

describe('garbage is collected while a client waits, and an abort is heard still', () => {
  const collect = (): void => {
    setFlagsFromString('--expose-gc')
    runInNewContext('gc()')
  }
  const LONG = 600_000

  test.for<[what: string, init: RequestInit, effect: FaultEffect | undefined]>([
    ['before a delayed reply', {}, { kind: 'delay', from: LONG, to: LONG }],
    ['within a reply that trickles', {}, { kind: 'trickle', over: LONG }],
    [
      'for a body that never comes',
      { method: 'POST', body: new ReadableStream(), duplex: 'half' },
      undefined,
    ],
  ])('%s', async ([_what, init, effect]) => {
    const mock = createMock({ pets: 3 })
    if (effect) mock.faults.add({ effect })
    const leaving = new AbortController()
    const text = (async () => {
      const reply = await mock.fetch(`${HOST}/v1/pets`, { ...init, headers: BEARER, signal: leaving.signal })
      return await reply.text()
    })()
    await setImmediate()
    collect()
    await setImmediate()
    collect()
    leaving.abort(new Error('gone'))
    await expect(text).rejects.toThrow('gone')
  })
})

test('a client that aborts while it sends is not answered', async () => {
  const leaving = new AbortController()
  const { promise: isRead, resolve: read } = Promise.withResolvers<undefined>()
  const body = new ReadableStream<Uint8Array>({
    pull: () => {
      read(undefined)
    },
  })
  const { signal } = leaving
  const init: RequestInit = { method: 'POST', headers: BEARER, body, signal, duplex: 'half' }
  const mock = createMock()
  const reply = mock.fetch(`${HOST}/v1/pets`, init)
  await isRead
  leaving.abort(new Error('gone'))
  await expect(reply).rejects.toThrow('gone')
  expect(mock.journal.list()).toEqual([])
})

test("a library's own Request is accepted, whatever the case of its header names", async () => {
  const { signal } = new AbortController()
  const headers = new Map([['Authorization', 'Bearer free-demo-key']])
  const foreign: object = { url: `${HOST}/v1/pets`, method: 'GET', headers, signal }
  expect((await createMock().fetch(foreign as Request)).status).toBe(200)
})

function partsOf({ body }: Response): AsyncIterable<Uint8Array> {
  if (!body) throw new Error('There is no body')
  return body
}
