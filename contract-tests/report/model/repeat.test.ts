import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { startMock } from '../../../mock/index.ts'
import { repeatOf, repetitionText, shortCommand, statusesText } from './repeat.ts'
import type { ReportedExchange } from './run-report.ts'

const BASE = 'https://api.example.com/v1'

/** An exchange that was sent at a second, and answered in half of one. */
function exchange(id: number, request: string, { at = id, took = 500, status = 200, base = BASE } = {}) {
  const [method = '', path = ''] = request.split(' ')
  const sent = new Date(Date.UTC(2026, 0, 1, 12, 0, at))
  return {
    id,
    method,
    path,
    curl: `curl -sSi -X ${method} '${base}${path}' -H "Authorization: Bearer $API_KEY"`,
    caller: 'key',
    status,
    headers: {},
    body: '',
    record: {
      after: 0,
      sent: sent.toISOString(),
      received: new Date(sent.getTime() + took).toISOString(),
      headers: {},
    },
  } as const satisfies ReportedExchange
}

/** How each of several requests is sent. */
const EACH = String.raw`-sSi -w '\n'`
const AS_KEY = `-H "Authorization: Bearer $API_KEY"`
const breach = { expected: ['a'], actual: 'b' }

test('one exchange is repeated by its own command', () => {
  const exchanges = [exchange(1, 'GET /pets'), exchange(2, 'GET /pets/1')]
  expect(repeatOf({ exchanges }, 'PET-1', { ...breach, exchange: 2 })).toBe(exchanges[1]?.curl)
})

test('several exchanges are repeated in their order, by one command', () => {
  const exchanges = [exchange(1, 'GET /pets?limit=1'), exchange(2, 'GET /pets/1')]
  expect(repeatOf({ exchanges }, 'PET-1', { ...breach, exchange: 1, steps: [1, 2] })).toBe(
    `curl ${EACH} -X GET '${BASE}/pets?limit=1' ${AS_KEY} --next ${EACH} -X GET '${BASE}/pets/1' ${AS_KEY}`,
  )
})

test('a request that is sent again and again stands there once, with a range', () => {
  const exchanges = Array.from({ length: 61 }, (_, at) => exchange(at + 1, 'GET /pets'))
  const steps = exchanges.map(({ id }) => id)
  expect(repeatOf({ exchanges }, 'PET-1', { ...breach, exchange: 61, steps })).toBe(
    `curl ${EACH} -X GET '${BASE}/pets#[1-61]' ${AS_KEY}`,
  )
})

test('requests that were under way together are sent together', () => {
  const exchanges = [exchange(1, 'GET /pets', { took: 5000 }), exchange(2, 'GET /pets')]
  expect(repeatOf({ exchanges }, 'PET-1', { ...breach, exchange: 2, steps: [1, 2] })).toBe(
    `curl --no-progress-meter --parallel --parallel-immediate ${EACH} -X GET '${BASE}/pets#[1-2]' ${AS_KEY}`,
  )
})

describe('before a 429 come as many requests as its caller has sent in the minute before', () => {
  const own = [exchange(1, 'GET /pets?limit=3', { at: 0 }), exchange(2, 'GET /pets', { at: 59 })]
  const ofAnother = { ...exchange(3, 'GET /pets?limit=2', { at: 59 }), caller: 'nobody' } as const

  test('the same one, where it reads', () => {
    const refused = exchange(4, 'GET /pets?limit=1', { at: 60, status: 429 })
    expect(repeatOf({ exchanges: [...own, ofAnother, refused] }, 'LIMIT-8', { ...breach, exchange: 4 })).toBe(
      `curl ${EACH} -X GET '${BASE}/pets?limit=1#[1-3]' ${AS_KEY}`,
    )
  })

  test('the shortest that reads, where it may add a pet', () => {
    const refused = exchange(4, 'POST /pets', { at: 61, status: 429 })
    expect(repeatOf({ exchanges: [...own, ofAnother, refused] }, 'LIMIT-8', { ...breach, exchange: 4 })).toBe(
      `curl ${EACH} -X GET '${BASE}/pets' ${AS_KEY} --next ${EACH} -X POST '${BASE}/pets' ${AS_KEY}`,
    )
  })

  test('as many as its own reply says are gone, where a window that rolls has given some back', () => {
    const reset = String(Date.UTC(2026, 0, 1, 12, 2, 1) / 1000)
    const figures = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
    const refused = { ...exchange(4, 'GET /pets', { at: 60, status: 429 }), headers: figures }
    expect(repeatOf({ exchanges: [...own, refused] }, 'LIMIT-8', { ...breach, exchange: 4 })).toBe(
      `curl ${EACH} -X GET '${BASE}/pets#[1-10]' ${AS_KEY}`,
    )
  })

  test('together, where it was under way with one of them', () => {
    const refused = exchange(1, 'GET /pets', { at: 1, status: 429 })
    const answeredLater = exchange(2, 'GET /pets', { at: 0, took: 5000 })
    expect(repeatOf({ exchanges: [refused, answeredLater] }, 'LIMIT-8', { ...breach, exchange: 1 })).toBe(
      `curl --no-progress-meter --parallel --parallel-immediate ${EACH} -X GET '${BASE}/pets#[1-2]' ${AS_KEY}`,
    )
  })
})

describe('what was waited for is waited for again', () => {
  const refusal = { ...exchange(1, 'GET /pets', { at: 0, status: 429 }), headers: { 'retry-after': '5' } }
  const pets = `curl ${EACH} -X GET '${BASE}/pets' ${AS_KEY}`
  const shown = { ...breach, exchange: 2, steps: [1, 2] }

  test('after a refusal that needs no race, whatever was under way with it', () => {
    const answeredLater = exchange(3, 'GET /pets', { at: -1, took: 5000 })
    const exchanges = [answeredLater, refusal, exchange(2, 'GET /pets', { at: 6, status: 429 })]
    expect(repeatOf({ exchanges }, 'LIMIT-9', shown)).not.toContain('--parallel')
  })

  test('as many seconds', () => {
    const exchanges = [exchange(1, 'GET /pets', { at: 0 }), exchange(2, 'GET /pets', { at: 70 })]
    expect(repeatOf({ exchanges }, 'LIMIT-10', shown)).toBe(`${pets}; sleep 70; ${pets}`)
  })

  test('a minute, where Reset is what matters', () => {
    const exchanges = [refusal, exchange(2, 'GET /pets', { at: 20, status: 429 })]
    expect(repeatOf({ exchanges }, 'LIMIT-10', shown)).toBe(`${pets}; sleep 61; ${pets}`)
  })

  test('as long as the refusal says this time', async () => {
    await using mock = await startMock({ port: 0, choices: { 'retry-after-form': 'with-unit' } })
    // The minute may end before curl has asked twice.
    mock.clock.freeze()
    mock.world.keys.setRemaining('free-demo-key', { minute: 0 })
    const base = mock.baseUrl
    const refused = exchange(1, 'GET /pets', { at: 0, status: 429, base })
    const exchanges = [
      { ...refused, headers: { 'retry-after': '1s' } },
      exchange(2, 'GET /pets', { at: 2, status: 429, base }),
    ]
    const command = repeatOf({ exchanges }, 'LIMIT-9', shown) ?? ''
    const script = `sleep() { echo "slept $1"; }; ${command}`
    const shell = spawn('sh', ['-c', script], { env: { ...process.env, API_KEY: 'free-demo-key' } })
    const [output] = await Promise.all([text(shell.stdout), once(shell, 'close')])
    expect(output.match(/^HTTP\/1\.1 \d+|^Retry-After: \d+s|^slept [1-9]\d*$/gm)).toEqual([
      'HTTP/1.1 429',
      expect.stringMatching(/^Retry-After: \d+s$/),
      expect.stringMatching(/^slept \d+$/),
      'HTTP/1.1 429',
      expect.stringMatching(/^Retry-After: \d+s$/),
    ])
  })
})

describe('before a Remaining that is wrong once some are spent come as many requests', () => {
  const left = (id: number, remaining: number, status = 200): ReportedExchange => ({
    ...exchange(id, 'GET /pets', { status }),
    headers: {
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Date.UTC(2026, 0, 1, 12, 1) / 1000),
    },
  })
  const falls = [left(1, 59), left(2, 58), left(3, 57), left(4, 57), left(5, 57)]
  const stays = { ...breach, exchange: 4, steps: [3, 4] }

  test('where it falls, and then no further', () => {
    expect(repeatOf({ exchanges: falls }, 'LIMIT-3', stays)).toBe(
      `curl ${EACH} -X GET '${BASE}/pets#[1-4]' ${AS_KEY}`,
    )
  })

  test('but not where it never falls, or falls again', () => {
    for (const exchanges of [falls.slice(2), [...falls, left(6, 56)]])
      expect(repeatOf({ exchanges }, 'LIMIT-3', stays)).toBe(
        `curl ${EACH} -X GET '${BASE}/pets#[1-2]' ${AS_KEY}`,
      )
  })

  test('as had been sent, where it is refused with some left', () => {
    const exchanges = [...falls, left(6, 57, 429)]
    expect(repeatOf({ exchanges }, 'LIMIT-3', { ...breach, exchange: 6, steps: [5, 6] })).toBe(
      `curl ${EACH} -X GET '${BASE}/pets#[1-6]' ${AS_KEY}`,
    )
  })
})

describe('of too many that were served, as many are sent, though pets were added and read among them', () => {
  const left = (id: number, request: string, remaining: number): ReportedExchange => ({
    ...exchange(id, request, { status: request.startsWith('POST') ? 201 : 200 }),
    headers: {
      'x-ratelimit-limit': '4',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Date.UTC(2026, 0, 1, 12, 1) / 1000),
    },
  })
  // The first two replies came in the other order.
  const exchanges = [
    left(1, 'GET /pets', 2),
    left(2, 'GET /pets', 3),
    left(3, 'POST /pets', 1),
    left(4, 'GET /pets/7', 1),
    left(5, 'GET /pets', 1),
  ]
  const shown = { ...breach, exchange: 5, steps: [1, 2, 3, 4, 5] }

  test.for(['LIMIT-5', 'LIMIT-7'] as const)('%s', (clause) => {
    expect(repeatOf({ exchanges }, clause, shown)).toBe(`curl ${EACH} -X GET '${BASE}/pets#[1-5]' ${AS_KEY}`)
  })

  test('LIMIT-3, of a Remaining that stands still', () => {
    const few = exchanges.filter(({ id }) => id !== 4)
    const steps = { ...breach, exchange: 5, steps: [2, 3, 4, 5] }
    expect(repeatOf({ exchanges }, 'LIMIT-3', steps)).toBe(
      `curl ${EACH} -X GET '${BASE}/pets#[1-4]' ${AS_KEY}`,
    )
    expect(repeatOf({ exchanges: few }, 'LIMIT-3', { ...steps, steps: [5] })).toBe(
      `curl -sSi -X GET '${BASE}/pets' ${AS_KEY}`,
    )
  })
})

describe('a list that lacks a pet is asked for after a read of that pet', () => {
  const lacking = { ...breach, exchange: 3, steps: [1, 3], lacks: '88' }
  const read = `curl ${EACH} -X GET '${BASE}/pets/88' ${AS_KEY}`

  test('in place of the same list that has shown it', () => {
    const exchanges = [exchange(1, 'GET /pets?limit=100'), exchange(3, 'GET /pets?limit=100', { at: 60 })]
    expect(repeatOf({ exchanges }, 'LIST-2', lacking)).toBe(
      `${read} --next ${EACH} -X GET '${BASE}/pets?limit=100' ${AS_KEY}`,
    )
  })

  test('and after another list that has', () => {
    const exchanges = [exchange(1, 'GET /pets?status=sold'), exchange(3, 'GET /pets')]
    expect(repeatOf({ exchanges }, 'LIST-2', lacking)).toBe(
      `${read} --next ${EACH} -X GET '${BASE}/pets?status=sold' ${AS_KEY} --next ${EACH} -X GET '${BASE}/pets' ${AS_KEY}`,
    )
  })

  test('but not where the line adds it', () => {
    const exchanges = [exchange(1, 'POST /pets', { status: 201 }), exchange(3, 'GET /pets')]
    expect(repeatOf({ exchanges }, 'LIST-7', lacking)).not.toContain('/pets/88')
  })
})

test('a pet that is added again has another id: the one exchange is repeated, as where the report lacks a step', () => {
  const exchanges = [exchange(1, 'POST /pets', { status: 201 }), exchange(2, 'GET /pets/101')]
  for (const steps of [
    [1, 2],
    [2, 3],
  ])
    expect(repeatOf({ exchanges }, 'PET-1', { ...breach, exchange: 2, steps })).toBe(exchanges[1]?.curl)
})

test('curl sends what the command says', async () => {
  await using mock = await startMock({ port: 0 })
  const requests = ['GET /pets?limit=1', 'GET /pets?limit=1', 'GET /pets?limit=1', 'GET /pets/1']
  const exchanges = requests.map((request, at) => exchange(at + 1, request, { base: mock.baseUrl }))
  const command = repeatOf({ exchanges }, 'PET-1', { ...breach, exchange: 4, steps: [1, 2, 3, 4] }) ?? ''
  const shell = spawn('sh', ['-c', command], { env: { ...process.env, API_KEY: 'free-demo-key' } })
  const [replies] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  expect(replies.match(/^HTTP\/1\.1 \d+/gm)).toEqual(Array(4).fill('HTTP/1.1 200'))
  const targets = mock.journal.list().map(({ target }) => target)
  expect(targets.toReversed()).toEqual([...Array<string>(3).fill('/v1/pets?limit=1'), '/v1/pets/1'])
})

test('curl shows no meter beside what is sent at once', async () => {
  await using mock = await startMock({ port: 0 })
  const exchanges = ['GET /pets', 'GET /pets', 'GET /pets/1'].map((request, at) =>
    exchange(at + 1, request, { took: 5000, base: mock.baseUrl }),
  )
  const command = repeatOf({ exchanges }, 'PET-1', { ...breach, exchange: 3, steps: [1, 2, 3] }) ?? ''
  expect(command).toContain(' --parallel ')
  const shell = spawn('sh', ['-c', `${command} 2>&1 >/dev/null`])
  const [meter] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  expect(meter).toBe('')
})

test('of a line that sends a request again and again, a report says how to count its statuses', async () => {
  expect(statusesText(`curl -sSi -X GET '${BASE}/pets' ${AS_KEY}`)).toBeUndefined()
  expect(statusesText(undefined)).toBeUndefined()
  await using mock = await startMock({ port: 0 })
  const line = `curl -sSi -X GET '${mock.baseUrl}/pets#[1-3]' --next -sSi '${mock.baseUrl}/pets/1' ${AS_KEY}`
  const command = statusesText(line)
    ?.replace(/^[^{]*/, '')
    .replace('the line', line)
  const shell = spawn('sh', ['-c', command ?? ''], { env: { ...process.env, API_KEY: 'free-demo-key' } })
  const [output] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  expect(output).toMatch(/^ *3 HTTP\/1\.1 401\n *1 HTTP\/1\.1 200\n$/)
  expect(statusesText(line.replace('curl', 'curl --parallel'))).toMatch(/ \| sort \| uniq -c$/)
  const waits = `${line.replace('curl', 'curl --parallel')}; sleep 61; curl -sSi '${mock.baseUrl}/pets'`
  expect(statusesText(waits)).toMatch(/\+' \| uniq -c$/)
})

test('of a very long command the beginning is shown, and where the whole stands', () => {
  const long = `curl -sSi -X POST '${BASE}/pets' --data-raw '${'a'.repeat(10_000)}'`
  expect(shortCommand(long)).toMatch(
    /^# 10,\d{3} letters, whole in a report of the run \(--report html=FILE or json=FILE\): curl -sSi -X POST .{1,190}…$/,
  )
  expect(shortCommand('curl -sSi')).toBe('curl -sSi')
  const one = `-sSi -X GET '${BASE}/pets?limit=1'`
  const many = `curl ${Array(50).fill(one).join(' --next ')}`
  expect(shortCommand(many)).toMatch(
    /: curl -sSi -X GET '[^']*'(?: --next -sSi -X GET '[^']*')* \(and \d+ requests more\)$/,
  )
})

test('the report says what came of trying the command', () => {
  const texts = (['shown again', 'not shown again', 'not told', 'not repeated'] as const).map((outcome) => {
    const why = outcome.startsWith('not ') && outcome !== 'not shown again' && { why: 'it takes a ban' }
    const tried = { ...why, exchanges: outcome === 'not repeated' ? [] : [7, 8] }
    return repetitionText({ ...breach, exchange: 1, repeated: { outcome, ...tried } })
  })
  expect(texts).toEqual([
    'the curl line showed it again (#7, #8)',
    'seen once; the curl line did not show it again (#7, #8)',
    'whether the curl line shows it again is unclear: it takes a ban (#7, #8)',
    'the curl line was not tried: it takes a ban',
  ])
  const shapes = [{ actual: 'status 200', exchanges: [1, 3, 5] }]
  const never = { outcome: 'not shown again', exchanges: [7] } as const
  expect(repetitionText({ ...breach, exchange: 1, shapes, repeated: never })).toBe(
    'seen in 3 replies; the curl line did not show it again (#7)',
  )
  const long = { outcome: 'shown again', exchanges: [7, 8, 9, 10] } as const
  expect(repetitionText({ ...breach, exchange: 1, repeated: long })).toBe(
    'the curl line showed it again (#7 to #10)',
  )
  expect(repetitionText({ ...breach, exchange: 1 })).toBeUndefined()
})
