import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import { ControlError, startMock } from '../index.ts'
import type { Mock } from '../mock.ts'
import { json, W } from './testing/refused.ts'
import { ask, start } from './testing/start.ts'

let mock: Mock

beforeAll(async () => {
  mock = await start()
})
afterAll(() => mock.stop())

/** A value of the wrong type, as plain JavaScript can pass it. */
function wrong(value?: unknown): never {
  return value as never
}

const KEY = 'free-demo-key'
const AT_KEY = `${W}/keys/${KEY}`

/** A call, and the equivalent request to the control API. */
type Pair = readonly [call: string, does: (mock: Mock) => unknown, request: string, body: unknown]

const pairs: readonly Pair[] = [
  [
    'clock.advance({ minute: 5 })',
    ({ clock }) => clock.advance(wrong({ minute: 5 })),
    `POST ${W}/clock/advance`,
    { minute: 5 },
  ],
  [
    "clock.advance({ minutes: '1' })",
    ({ clock }) => clock.advance({ minutes: wrong('1') }),
    `POST ${W}/clock/advance`,
    { minutes: '1' },
  ],
  [
    'clock.advance({ days: -1 })',
    ({ clock }) => clock.advance({ days: -1 }),
    `POST ${W}/clock/advance`,
    { days: -1 },
  ],
  [
    "clock.set('2030-12-05')",
    ({ clock }) => clock.set('2030-12-05'),
    `PUT ${W}/clock`,
    { now: '2030-12-05' },
  ],
  ['clock.set({})', ({ clock }) => clock.set(wrong({})), `PUT ${W}/clock`, { now: {} }],
  ["clock.freeze('yes')", ({ clock }) => clock.freeze(wrong('yes')), `PUT ${W}/clock`, { frozen: 'yes' }],
  ['clock.speed(0)', ({ clock }) => clock.speed(0), `PUT ${W}/clock`, { speed: 0 }],
  [
    'clock.change({ sped: 2 })',
    ({ clock }) => clock.change(wrong({ sped: 2 })),
    `PUT ${W}/clock`,
    { sped: 2 },
  ],
  [`keys.setRemaining(key, 1)`, ({ keys }) => keys.setRemaining(KEY, wrong(1)), `PUT ${AT_KEY}/remaining`, 1],
  [`keys.setRemaining(key, {})`, ({ keys }) => keys.setRemaining(KEY, {}), `PUT ${AT_KEY}/remaining`, {}],
  [
    `keys.setRemaining(key, { minute: -1 })`,
    ({ keys }) => keys.setRemaining(KEY, { minute: -1 }),
    `PUT ${AT_KEY}/remaining`,
    { minute: -1 },
  ],
  [
    `keys.setRemaining(key, { minute: 61 })`,
    ({ keys }) => keys.setRemaining(KEY, { minute: 61 }),
    `PUT ${AT_KEY}/remaining`,
    { minute: 61 },
  ],
  [`keys.add('mine')`, ({ keys }) => keys.add(wrong('mine')), `POST ${W}/keys`, 'mine'],
  [
    `keys.add({ key: 'a b', plan: 'fre' })`,
    ({ keys }) => keys.add({ key: 'a b', plan: wrong('fre') }),
    `POST ${W}/keys`,
    { key: 'a b', plan: 'fre' },
  ],
  [
    `keys.add({ key: 'k', plan: 'free', perDay: 5 })`,
    ({ keys }) => keys.add({ key: 'k', plan: 'free', perDay: 5 }),
    `POST ${W}/keys`,
    { key: 'k', plan: 'free', perDay: 5 },
  ],
  [`keys.changePlan(key, 'pro')`, ({ keys }) => keys.changePlan(KEY, wrong('pro')), `PATCH ${AT_KEY}`, 'pro'],
  [`keys.ban(key, 1e9)`, ({ keys }) => keys.ban(KEY, 1e9), `POST ${AT_KEY}/ban`, { seconds: 1e9 }],
  [`keys.ban(key, '60')`, ({ keys }) => keys.ban(KEY, wrong('60')), `POST ${AT_KEY}/ban`, { seconds: '60' }],
  [
    "limits.switch('off')",
    ({ limits }) => {
      limits.switch(wrong('off'))
    },
    `PUT ${W}/limits`,
    { on: 'off' },
  ],
  [
    "choices.set({ 'limit-above-10': 'clamped' })",
    ({ choices }) => choices.set(wrong({ 'limit-above-10': 'clamped' })),
    `PATCH ${W}/choices`,
    { 'limit-above-10': 'clamped' },
  ],
  ["choices.set('clamped')", ({ choices }) => choices.set(wrong('clamped')), `PATCH ${W}/choices`, 'clamped'],
  ['choices.vary(-1)', ({ choices }) => choices.vary(-1), `POST ${W}/choices/vary`, { seed: -1 }],
  [
    'faults.add({ …, time: 1 })',
    ({ faults }) => faults.add(wrong({ effect: { kind: 'not-json' }, time: 1 })),
    `POST ${W}/faults`,
    { effect: { kind: 'not-json' }, time: 1 },
  ],
  [
    'faults.add({ effect: 503 })',
    ({ faults }) => faults.add({ effect: wrong(503) }),
    `POST ${W}/faults`,
    { effect: 503 },
  ],
  [
    'faults.add with a header that no fault may set',
    ({ faults }) => faults.add({ effect: { kind: 'status', status: 503, headers: { Connection: 'close' } } }),
    `POST ${W}/faults`,
    { effect: { kind: 'status', status: 503, headers: { Connection: 'close' } } },
  ],
  ["pets.add('Rex')", ({ pets }) => pets.add(wrong('Rex')), `POST ${W}/pets`, 'Rex'],
  [
    "pets.add({ name: 'Rex', categoryId: 2 ** 63 })",
    ({ pets }) => pets.add({ name: 'Rex', categoryId: 2n ** 63n }),
    `POST ${W}/pets`,
    '{"name":"Rex","categoryId":9223372036854775808}',
  ],
  [
    "pets.change(1, { status: 'slod' })",
    ({ pets }) => pets.change(1, { status: wrong('slod') }),
    `PATCH ${W}/pets/1`,
    { status: 'slod' },
  ],
  ["worlds.create('v1')", ({ worlds }) => worlds.create('v1'), 'POST /_mock/worlds', { name: 'v1' }],
  [
    "worlds.createWith('w', { vary: '7' })",
    ({ worlds }) => worlds.createWith('w', { vary: wrong('7') }),
    'POST /_mock/worlds',
    { name: 'w', vary: '7' },
  ],
  [
    'journal.list({ status: 42 })',
    ({ journal }) => journal.list({ status: 42 }),
    `GET ${W}/journal?status=42`,
    undefined,
  ],
  [
    "journal.list({ operation: 'listPet' })",
    ({ journal }) => journal.list({ operation: wrong('listPet') }),
    `GET ${W}/journal?operation=listPet`,
    undefined,
  ],
  [
    "pets.list({ status: 'slod', limit: 0 })",
    ({ pets }) => pets.list({ status: wrong('slod'), limit: 0 }),
    `GET ${W}/pets?status=slod&limit=0`,
    undefined,
  ],
]

async function messageOf(does: (mock: Mock) => unknown): Promise<string> {
  try {
    await does(mock)
  } catch (error) {
    expect(error).toMatchObject({ name: expect.stringMatching(/^(?:Control|Choice)Error$/) as string })
    return (error as Error).message
  }
  return 'nothing was refused'
}

describe('a typed method throws the message of the control API', () => {
  it.each(pairs)('%s', async (_call, does, request, body) => {
    const [method = '', path = ''] = request.split(' ')
    const isText = typeof body === 'string' && body.startsWith('{')
    const asking = body === undefined ? {} : isText ? { ...json({}), body } : json(body)
    const reply = await ask(mock, method, path, asking)
    const { message } = reply.json as { message: string }
    expect(reply.status).toBe(400)
    expect(await messageOf(does)).toBe(message.replace('The body', 'The argument'))
  })
})

describe('a missing or unknown argument is named in the message', () => {
  it.each<[string, (mock: Mock) => unknown, string]>([
    ['clock.advance()', ({ clock }) => clock.advance(wrong()), 'An argument is required: an object'],
    ['clock.change()', ({ clock }) => clock.change(wrong()), 'An argument is required: an object'],
    ['clock.set()', ({ clock }) => clock.set(wrong()), 'now is required'],
    [
      'clock.set(NaN)',
      ({ clock }) => clock.set(Number.NaN),
      'now must be a time such as 2030-12-05T00:00:00Z',
    ],
    ['clock.speed()', ({ clock }) => clock.speed(wrong()), 'speed is required'],
    ['keys.get()', ({ keys }) => keys.get(wrong()), 'key is required'],
    ['keys.add()', ({ keys }) => keys.add(wrong()), 'An argument is required: an object'],
    [
      'keys.setRemaining(key)',
      ({ keys }) => keys.setRemaining(KEY, wrong()),
      'An argument is required: an object',
    ],
    ['keys.ban(key)', ({ keys }) => keys.ban(KEY, wrong()), 'seconds is required'],
    ['keys.remove(5)', ({ keys }) => (keys.remove(wrong(5)), 0), 'key must be a string'],
    ['report()', (mock) => mock.report(wrong()), 'key is required'],
    ['limits.switch()', ({ limits }) => (limits.switch(wrong()), 0), 'on is required'],
    ['choices.set()', ({ choices }) => choices.set(wrong()), 'An argument is required: an object'],
    ['choices.vary()', ({ choices }) => choices.vary(wrong()), 'seed is required'],
    ['faults.add()', ({ faults }) => faults.add(wrong()), 'An argument is required: an object'],
    ['faults.remove()', ({ faults }) => (faults.remove(wrong()), 0), 'id is required'],
    ['pets.remove()', ({ pets }) => (pets.remove(wrong()), 0), 'petId is required'],
    ['worlds.create()', ({ worlds }) => worlds.create(wrong()), 'name is required'],
    ['worlds.get()', ({ worlds }) => worlds.get(wrong()), 'world is required'],
    [
      "worlds.create('w', { pets: 3 })",
      ({ worlds }) => worlds.create('w', wrong({ pets: 3 })),
      'create has no options: await createWith',
    ],
    [
      "worlds.create('staging')",
      ({ worlds }) => worlds.create('staging'),
      'The world staging exists already: remove or reset it',
    ],
    [
      'baseUrlOf(world)',
      (mock) => mock.baseUrlOf(wrong(mock.world)),
      'world must be a name: write world.name',
    ],
    ["baseUrlOf('nope')", (mock) => mock.baseUrlOf('nope'), 'There is no world "nope".'],
    [
      "baseUrlOf('stagin')",
      (mock) => mock.baseUrlOf('stagin'),
      'There is no world "stagin". Did you mean staging?',
    ],
    ['subscribe()', (mock) => mock.subscribe(wrong()), 'listener is required'],
    ['world.subscribe()', ({ world }) => world.subscribe(wrong()), 'listener is required'],
    ['journal.list(null)', ({ journal }) => journal.list(wrong(null)), 'It must be an object'],
    ['pets.list(null)', ({ pets }) => pets.list(wrong(null)), 'It must be an object'],
    [
      'clock.advance({})',
      ({ clock }) => clock.advance({}),
      'The argument, such as { seconds: 60 }, must not be empty',
    ],
    ...[null, 60].map((duration): [string, (mock: Mock) => unknown, string] => [
      `clock.advance(${duration})`,
      ({ clock }) => clock.advance(wrong(duration)),
      'The argument, such as { seconds: 60 }, must be an object',
    ]),
    ["stop('soon')", (mock) => mock.stop(wrong('soon')), 'grace must be a number'],
    ['startMock(5123)', () => startMock(wrong(5123)), 'The options must be an object'],
    ['startMock({ prot: 0 })', () => startMock(wrong({ prot: 0 })), 'prot is not known. Did you mean port?'],
  ])('%s', async (_call, does, message) => {
    expect(await messageOf(does)).toBe(message)
  })

  it('a port that is in use', async () => {
    await expect(startMock({ port: mock.port })).rejects.toThrow(
      new ControlError(
        'conflict',
        `Port ${mock.port} is in use: stop the program that uses it, or choose another`,
      ),
    )
  })

  it('and none of them changes anything', () => {
    expect(mock.worlds.list()).toHaveLength(2)
    expect([mock.keys.size, mock.pets.size, mock.faults.list(), mock.limits.on]).toEqual([
      demoKeys.length,
      100,
      [],
      true,
    ])
    expect(mock.clock.read()).toMatchObject({ frozen: false, speed: 1 })
  })
})
