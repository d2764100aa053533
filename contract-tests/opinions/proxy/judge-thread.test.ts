import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'
import { CannotJudge, type Finding, lowerCaseNames, type Judge, type ObservedExchange } from '../judge.ts'
import { JudgeThread } from './judge-thread.ts'
import { judgeWorker, uselessBy } from './judge-worker.ts'
import { answering, HEADERS, KEY, serveProxy } from './testing/serve-proxy.ts'

async function start(script?: URL, patience?: number): Promise<JudgeThread> {
  const thread = await JudgeThread.start({
    ...(script && { script }),
    ...(patience !== undefined && { patience }),
  })
  onTestFinished(() => thread.close())
  return thread
}

function listed(body: string, path = '/pets'): ObservedExchange {
  const reset = String(Math.ceil(Date.now() / 1000) + 30)
  const headers = lowerCaseNames({ ...HEADERS, 'X-RateLimit-Reset': reset })
  const requestHeaders = { authorization: KEY.Authorization }
  return { method: 'GET', path, requestHeaders, requestBody: undefined, status: 200, headers, body }
}

/** When an exchange of those passes, so many seconds from now. */
function passing(seconds: number): NonNullable<ObservedExchange['at']> {
  const sent = Date.now() + seconds * 1000
  return { sent, received: sent + 1 }
}

/** Waits for the next thread. */
async function judgesAgain(judge: Judge): Promise<void> {
  await vi.waitFor(async () => {
    expect(await judge(listed(''))).toEqual([])
  }, 30_000)
}

/** A thread that runs this code for each `exchange`, and then reports no findings. */
function script(code: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ id, exchange }) => {
        ${code}
        parentPort.postMessage({ kind: 'findings', id, findings: [], evidence: ['LIST-1'], broken: [] })
      })
      parentPort.postMessage({ kind: 'ready' })`)}`,
  )
}

test('without Prism, a line says how to install it, and names no class', () => {
  expect(uselessBy(new CannotJudge('Prism is not installed'))).toMatchObject({
    why: 'Prism is not installed',
    isMissing: true,
  })
  expect(uselessBy(new TypeError('x is not a function')).why).toBe('TypeError: x is not a function')
})

test.for([300, -300])('a Reset is judged by a clock that is %i s ahead, as Date says', async (ahead) => {
  const { judge } = await start()
  const sent = Date.UTC(2026, 0, 1)
  const reset = async (left: number) => {
    const now = sent + ahead * 1000
    const headers = { date: new Date(now).toUTCString(), 'x-ratelimit-reset': String(now / 1000 + left) }
    const one = { ...listed('[]'), at: { sent, received: sent + 50 } }
    const found = await judge({ ...one, headers: { ...one.headers, ...headers } })
    return found.map(({ clause }) => clause)
  }
  expect(await reset(12)).toEqual([])
  expect(await reset(90)).toEqual(['LIMIT-4'])
})

test('findings of our clauses and Prism are reported, and of 6,000 only the first', async () => {
  const { judge } = await start()
  expect(await judge(listed('[]'))).toEqual([])
  const [first] = await judge(listed('[{"id":1,"categoryId":2}]'))
  expect(first?.message).toMatch(/^PET-3: /)
  const many = await judge(listed(`[${Array<string>(2_000).fill('{}').join(',')}]`))
  expect(many.length).toBeLessThanOrEqual(20)
})

test('contradictions to earlier replies are found, and the tally counts what each exchange could show', async () => {
  const { judge, tally } = await start()
  const pet = '[{"id":1,"name":"Rex","categoryId":2}]'
  expect(await judge({ ...listed(pet), at: passing(1) })).toEqual([])
  const [finding] = await judge({ ...listed('[]'), at: passing(2) })
  expect(finding).toMatchObject({ clause: 'LIST-4', severity: 'error' })
  const shown = new Map(tally.clauses.map((one) => [one.clause.id, one]))
  expect(tally.exchanges).toBe(2)
  expect(shown.get('LIST-4')).toMatchObject({ verdict: 'broken', broken: 1 })
  expect(shown.get('LIMIT-1')).toMatchObject({ verdict: 'held', exchanges: 2 })
})

test('a breach is taken back where others have changed the pet', async () => {
  const { judge, tally } = await start()
  const [rex, tom] = ['Rex', 'Tom'].map((name) => `{"id":1,"name":"${name}","categoryId":2}`)
  const all = [listed(`[${rex}]`), listed(`${tom}`, '/pets/1'), listed(`[${tom}]`)]
  const found: (readonly Finding[])[] = []
  for (const [at, one] of all.entries()) {
    const headers = { ...one.headers, 'x-ratelimit-remaining': String(59 - at) }
    found.push(await judge({ ...one, headers, at: passing(at) }))
  }
  expect(found).toMatchObject([[], [{ severity: 'error', clause: 'GET-1' }], [{ severity: 'correction' }]])
  expect(tally.clauses.find(({ clause }) => clause.id === 'GET-1')).toMatchObject({
    verdict: 'held',
    broken: 0,
  })
})

test('a slow exchange and those queued after it are not judged, and later ones are judged by a new thread', async () => {
  const { judge } = await start(script("if (exchange.path === '/slow') for (;;);"), 200)
  const reasons = await Promise.allSettled([judge(listed('', '/slow')), judge(listed(''))])
  const why = new CannotJudge('it, or what is judged before it, takes more than 0.2 s')
  expect(reasons).toEqual([
    { status: 'rejected', reason: why },
    { status: 'rejected', reason: why },
  ])
  await expect(judge(listed(''))).rejects.toThrow('the judge begins anew')
  await judgesAgain(judge)
})

test('a failing thread is replaced', async () => {
  const { judge } = await start(script("if (exchange.path === '/bad') throw new Error('oh')"))
  await expect(judge(listed('', '/bad'))).rejects.toThrow('the judge failed: oh')
  await judgesAgain(judge)
})

test('a thread that ends by itself is replaced, and one that ends before it is ready is an error', async () => {
  const { judge } = await start(script("if (exchange.path === '/pets/end') process.exit(0)"))
  await expect(judge(listed('', '/pets/end'))).rejects.toThrow('the judge ended by itself')
  await judgesAgain(judge)
  const ending = new URL('data:text/javascript,process.exit(0)')
  await expect(JudgeThread.start({ script: ending })).rejects.toThrow('the judge ended before it was ready')
})

test('at most fifty exchanges are queued', async () => {
  const { judge } = await start(script('for (;;);'), 500)
  const waiting = Array.from({ length: 50 }, () => judge(listed('')).catch(String))
  await expect(judge(listed(''))).rejects.toThrow('too many others wait')
  await Promise.all(waiting)
})

test('a thread that cannot start reports why', async () => {
  const useless =
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ kind: 'useless', why: 'no Prism', isMissing: true })"
  await expect(JudgeThread.start({ script: new URL(`data:text/javascript,${useless}`) })).rejects.toThrow(
    new CannotJudge('no Prism'),
  )
  await expect(JudgeThread.start({ script: new URL('data:text/javascript,nonsense(') })).rejects.toThrow(
    SyntaxError,
  )
})

test('while one exchange is judged endlessly, others are served', async () => {
  const endless = "if (exchange.path === '/slow') for (;;);"
  const thread = await start(script(endless), 1_000)
  await using service = await startTestServer(answering('[]'))
  await using proxy = await serveProxy(`${service.origin}/v1`, { judge: thread.judge })
  const slow = fetch(`${proxy.baseUrl}/slow`)
  // Not below the base address, and so not judged.
  const others = await Promise.all(Array.from({ length: 20 }, () => fetch(`${proxy.origin}/other`)))
  expect(others.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await (await slow).text()).toBe('[]')
  expect(proxy.logged).toEqual([
    expect.stringContaining('GET /other 200: not judged: it is outside'),
    'GET /v1/slow 200: not judged: it, or what is judged before it, takes more than 1 s',
  ])
})

test('the script of the thread does nothing when it is imported', () => {
  expect(judgeWorker.pathname).toMatch(/judge-worker\.ts$/)
})
