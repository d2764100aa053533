import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMock, type Mock } from '../index.ts'
import { ControlClient } from './control-client.ts'
import { ControlFailure } from './control-failure.ts'
import type { Fetch } from './operation.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
const KEY = 'free-demo-key'

let mock: Mock
let client: ControlClient
beforeAll(async () => {
  mock = await startMock({ port: 0, pets: 3, time: () => NOON })
  client = new ControlClient(`${mock.origin}/_mock`)
})
afterAll(() => mock.stop())

/** The controls that the suite uses, in process or over HTTP. */
interface Controls {
  readonly clock: {
    freeze(): Promised<{ readonly now: number }>
    advance(duration: { readonly seconds: number }): Promised<{ readonly now: number }>
  }
  readonly keys: {
    setRemaining(key: string, left: { readonly minute?: number; readonly day?: number }): Promised<unknown>
  }
}
type Promised<Value> = Value | Promise<Value>

it.each<[string, () => Controls]>([
  ['a world in process', () => mock.world],
  ['a world over HTTP', () => client.world('default')],
])('%s is controlled by the same calls', async (_which, controlsOf) => {
  const { clock, keys } = controlsOf()
  mock.reset()
  expect(await clock.freeze()).toEqual({ now: NOON, frozen: true, speed: 1 })
  expect(await clock.advance({ seconds: 1.5 })).toMatchObject({ now: NOON + 1500 })
  await keys.setRemaining(KEY, { minute: 2 })
  expect(mock.keys.get(KEY).windows).toMatchObject({ minute: { remaining: 2 }, day: { remaining: 1000 } })
})

it('returns the same values as the typed methods', async () => {
  const world = client.world('default')
  mock.keys.ban(KEY, 60)
  await fetch(`${mock.baseUrl}/pets`, { headers: { Authorization: 'Bearer pro-demo-key' } })
  expect(await world.clock.read()).toEqual(mock.clock.read())
  expect(await world.keys.list()).toEqual(mock.keys.list())
  expect(await world.keys.get(KEY)).toEqual(mock.keys.get(KEY))
  expect(await world.keys.report()).toEqual(mock.keys.report())
  expect(await world.choices.list()).toMatchObject(
    mock.choices.list().map(({ id, chosen }) => ({ id, chosen })),
  )
  expect(await world.report('pro-demo-key')).toEqual(mock.report('pro-demo-key'))
  expect(await world.journal.list()).toEqual(mock.journal.list())
  expect(await world.journal.list({ limit: 1 })).toEqual(mock.journal.list({ limit: 1 }))
  expect(await world.journal.page({ status: 200 })).toEqual(mock.journal.page({ status: 200 }))
  expect(await world.pets.list({ limit: 2 })).toMatchObject(
    mock.world.pets.list({ limit: 2 }).map(({ id }) => ({ id })),
  )
  expect(await world.read()).toMatchObject({ name: 'default', pets: 3, clock: mock.clock.read() })
})

describe('a ControlFailure', () => {
  it('has the status, the code and the message of the refusal', async () => {
    const failing = client.world('default').keys.get('no/such key')
    await expect(failing).rejects.toBeInstanceOf(ControlFailure)
    await expect(failing).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
      message: expect.stringContaining('There is no key') as unknown,
    })
  })

  it.each<[string, Fetch, Partial<ControlFailure>]>([
    [
      'nothing answers',
      () => Promise.reject(new TypeError('fetch failed')),
      {
        status: 0,
        message: 'The control API at http://127.0.0.1:1/_mock does not answer. Is the mock running?',
      },
    ],
    ...(
      [
        ['another service refuses', replying(502, 'text/html', '<p>')],
        ['another API refuses', replying(404, 'application/json', '{"message":"Not found"}')],
        ['another type comes back', replying(200, 'text/html', '<p>')],
        ['no JSON comes back', replying(200, 'application/json', '<p>')],
      ] as const
    ).map(([what, reply]): [string, Fetch, Partial<ControlFailure>] => [
      what,
      reply,
      {
        message: expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:1\/_mock answered \d+, but not as the control API of this version of the mock does$/,
        ) as string,
      },
    ]),
    [
      'another shape comes back',
      replying(200, 'application/json', '{"now":"soon"}'),
      { message: 'The mock answered 200, but not as the control API of this version of the mock does' },
    ],
  ])('says so when %s', async (_what, fetchReply, failure) => {
    const reading = new ControlClient('http://127.0.0.1:1/_mock', fetchReply).world('default').clock.read()
    await expect(reading).rejects.toBeInstanceOf(ControlFailure)
    await expect(reading).rejects.toMatchObject(failure)
  })
})

it('sends its token, fills in paths and queries, and sends JSON', async () => {
  const sent: Parameters<Fetch>[] = []
  const recording = new ControlClient('/_mock', (...request) => {
    sent.push(request)
    return replying(200, 'application/json', '[]')(...request)
  })
  await recording.world('a b').journal.page({ status: 401, limit: 5 })
  recording.token = 'secret'
  await recording.world('w').choices.set({ ban: 'none' })
  expect(sent).toEqual([
    ['/_mock/worlds/a%20b/journal?status=401&limit=5', { method: 'GET', headers: {} }],
    [
      '/_mock/worlds/w/choices',
      {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret' },
        body: '{"ban":"none"}',
      },
    ],
  ])
})

it('streams events until its signal aborts', async () => {
  const stop = new AbortController()
  const batches = await client.follow('staging', stop.signal)
  mock.worlds.get('staging').clock.freeze()
  for await (const events of batches) {
    expect(events).toMatchObject([{ kind: 'change' }])
    break
  }
  stop.abort()
  await expect(client.follow(undefined, stop.signal)).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  )
})

function replying(status: number, type: string, text: string): Fetch {
  return () => Promise.resolve({ status, headers: { get: () => type }, text: () => Promise.resolve(text) })
}
