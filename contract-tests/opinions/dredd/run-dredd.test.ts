import { expect, test } from 'vitest'
import type { PlainReply } from '../../../mock/edge/in-process.ts'
import { startMock } from '../../../mock/index.ts'
import { createWorlds } from '../../../mock/options.ts'
import { operationIds, operations } from '../../../spec/operations.ts'
import { CannotJudge } from '../judge.ts'
import { startTestServer } from '../testing/test-server.ts'
import { runDredd, type DreddOptions } from './run-dredd.ts'
import { startChangedService, type Change } from './testing/changed-service.ts'
import { walk } from './walk.ts'

const KEY = 'free-demo-key'

/** A frozen clock, so that no minute ends before the request that exceeds the limit. */
const time = (): number => Date.UTC(2026, 10, 22, 12, 0, 30)

const ALL = operationIds.flatMap((id) => operations[id].statuses.map((status) => `${id} ${status}`))
const OVER_THE_LIMIT = withStatus(429)

function withStatus(...statuses: readonly number[]): readonly string[] {
  return ALL.filter((name) => statuses.some((status) => name.endsWith(` ${status}`)))
}

interface Ran {
  readonly exitCode: number
  readonly lines: readonly string[]
}

/** Runs Dredd, and sees to it that the key is printed nowhere. */
async function run(baseUrl: string, options: Partial<DreddOptions> = {}): Promise<Ran> {
  const lines: string[] = []
  const exitCode = await runDredd({ baseUrl, key: KEY, print: (line) => lines.push(line), ...options })
  expect(lines.join('\n')).not.toContain(KEY)
  return { exitCode, lines }
}

/** The names of the responses with a result. */
function named({ lines }: Ran, result: string): readonly string[] {
  return lines.flatMap((line) => {
    const [, name] = /^(?:[a-z ]{10}) {2}(\w+ \d{3})/.exec(line) ?? []
    return name !== undefined && line.startsWith(result) ? [name] : []
  })
}

test('all documented responses of a mock pass, and the quota of the key is restored', async () => {
  await using mock = await startMock({ port: 0, time })
  const ran = await run(mock.baseUrl, { control: mock.keys })
  expect(ran.exitCode).toBe(0)
  expect(named(ran, 'passed')).toEqual(ALL)
  expect(ran.lines.at(-1)).toMatch(
    new RegExp(`^${ALL.length} documented responses of .*: ${ALL.length} passed, 0 failed, 0 not walked$`),
  )
  expect(mock.keys.get(KEY).windows.minute.remaining).toBe(60)
  const { keys } = mock.worlds.get('staging')
  expect(named(await run(mock.stagingBaseUrl, { control: keys }), 'passed')).toEqual(ALL)
})

// `npm run lab -- proof` runs 240 services, and lists in PROOF.md which of them do not pass.
test.for([1, 2, 3, 4, 5])('a service that is varied by %i passes', async (vary) => {
  await using mock = await startMock({ port: 0, time, vary })
  const ran = await run(mock.baseUrl, { control: mock.keys })
  expect(named(ran, 'passed'), ran.lines.join('\n')).toEqual(ALL)
})

test('on another service the 429s are not walked without --exhaust', async () => {
  await using service = await startChangedService(await createWorlds({ time }))
  const baseUrl = `${service.origin}/v1`
  const ran = await run(baseUrl)
  expect(ran.exitCode).toBe(0)
  expect(named(ran, 'not walked')).toEqual(OVER_THE_LIMIT)
  const [walked, not] = [ALL.length - OVER_THE_LIMIT.length, OVER_THE_LIMIT.length]
  expect(ran.lines.at(-1)).toMatch(new RegExp(`: ${walked} passed, 0 failed, ${not} not walked$`))
  expect(named(await run(baseUrl, { exhaust: true }), 'passed')).toEqual(ALL)
})

test('a service without pets and categories passes', async () => {
  await using mock = await startMock({ port: 0, time, pets: 0, choices: { 'category-check': 'known-only' } })
  expect(named(await run(mock.baseUrl, { control: mock.keys }), 'passed')).toEqual(ALL)
})

test('a limit that is exceeded early is no breach', async () => {
  const worlds = await createWorlds({ time })
  await using service = await startChangedService(worlds)
  worlds.default.keys.setRemaining(KEY, { minute: 2 })
  const ran = await run(`${service.origin}/v1`)
  expect(ran.lines.join('\n')).toContain('the limit was exceeded')
  expect(named(ran, 'failed')).toEqual([])
})

function without(name: string): Change {
  return ({ headers, ...rest }) => ({
    ...rest,
    headers: Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)),
  })
}

function rewriting(from: RegExp, to: string): Change {
  return (reply) => ({ ...reply, body: reply.body.replaceAll(from, to) })
}

function when(matches: (reply: PlainReply) => boolean, change: Change): Change {
  return (reply) => (matches(reply) ? change(reply) : reply)
}

const ERRORS = withStatus(400, 401, 404)
const PETS = withStatus(200, 201)
const WITH_BODY = ALL.filter((name) => !withStatus(204).includes(name))

const defects: readonly (readonly [string, Change, readonly string[]])[] = [
  ['X-RateLimit-Reset is missing', without('x-ratelimit-reset'), ALL],
  ['Retry-After is missing', without('retry-after'), OVER_THE_LIMIT],
  ['the content type is missing', without('content-type'), WITH_BODY],
  ['errors have no message', rewriting(/"message":/g, '"text":'), ERRORS],
  ['the status of errors is text', rewriting(/"status":(\d+)/g, '"status":"$1"'), ERRORS],
  ['pets have no name', rewriting(/"name":/g, '"title":'), PETS],
  ['the category of pets is text', rewriting(/"categoryId":(\d+)/g, '"categoryId":"$1"'), PETS],
  ['pets have another status', rewriting(/"available"/g, '"free"'), PETS],
  ['a body is no JSON', when(({ status }) => status === 404, rewriting(/.*/g, '<html>')), withStatus(404)],
  [
    '201 is 200',
    when(
      ({ status }) => status === 201,
      (reply) => ({ ...reply, status: 200 }),
    ),
    ['createPet 201'],
  ],
  [
    '404 is 500',
    when(
      ({ status }) => status === 404,
      (reply) => ({ ...reply, status: 500 }),
    ),
    withStatus(404),
  ],
]

test.for(defects)('it is seen that %s', async ([, change, failing]) => {
  const worlds = await createWorlds({
    time,
    pets: [{ id: 1, name: 'Biscuit', categoryId: 2, status: 'available' }],
  })
  await using service = await startChangedService(worlds, change)
  const ran = await run(`${service.origin}/v1`, { control: worlds.default.keys })
  expect(named(ran, 'failed'), ran.lines.join('\n')).toEqual(failing)
  expect(ran.exitCode).toBe(1)
})

test.for([
  ['a key that is wrong', 'no-such-key', /does not accept the key/],
  ['nobody there', KEY, /does not answer: .*ECONNREFUSED/],
] as const)('with %s it reports in one line why it cannot judge', async ([, key, reason]) => {
  await using mock = await startMock({ port: 0, time })
  const baseUrl = key === KEY ? 'http://127.0.0.1:1/v1' : mock.baseUrl
  const lines: string[] = []
  const running = runDredd({ baseUrl, key, print: (line) => lines.push(line) })
  await expect(running).rejects.toThrow(CannotJudge)
  await expect(running).rejects.toThrow(reason)
  await expect(running).rejects.toThrow(/^[^\n]*$/)
  await expect(running).rejects.not.toThrow(key)
  expect(lines).toEqual([])
})

test('the walk ends if the service hangs', async () => {
  await using server = await startTestServer(() => undefined)
  const walking = walk({
    baseUrl: `${server.origin}/v1`,
    key: KEY,
    timeout: 100,
    exceedLimit: () => Promise.resolve(undefined),
  })
  await expect(walking).rejects.toThrow(CannotJudge)
})
