import { describe, expect, it } from 'vitest'
import { demoKeys } from '../../fixtures/keys.ts'
import { startMock } from '../../mock/index.ts'
import { VirtualTime } from '../../mock/scenarios/testing/virtual-time.ts'
import { platformAfter } from '../../spec/after.ts'
import { runInProcess } from '../testing/manual-environment.ts'

const NOON = Date.UTC(2026, 2, 1, 12)

describe('petstore demo rate-limit', () => {
  it('runs to the end, and compares the clients', async () => {
    const time = new VirtualTime()
    await using mock = await startMock({ port: 0, pets: 1, time: () => NOON + Math.floor(time.now()) })
    const line = `demo rate-limit ${mock.baseUrl} --requests 61`
    const { exitCode, stdout, stderr } = runInProcess(line, time)
    expect(await exitCode).toBe(0)
    expect(stderr.text).toBe('')
    expect(stdout.text).toMatch(/^Plan Free: 60 requests a minute\. Each client needs 61 served\.\n/)
    expect(stdout.text).toMatch(/Polite {4}is refused with 429, Retry-After 0:\d\d\n/)
    expect(stdout.text).toMatch(/Naive {5}is banned for [12]:\d\d\n/)
    expect(stdout.text).toMatch(/^Naive .* ✗ banned once, \d+ too early$/m)
    expect(stdout.text).toMatch(/^Polite .* ✓ honoured Retry-After$/m)
    expect(stdout.text).toMatch(/^Polite was done \d:\d\d sooner, with \d+ fewer refused\.\n$/m)
  })

  it('runs on a mock of its own, which it stops, in words that are whole in a narrow terminal too', async () => {
    const asked: string[] = []
    const { exitCode, stdout, stderr } = runInProcess('demo rate-limit --client polite --requests 1', {
      columns: 60,
      after: platformAfter,
      now: () => performance.now(),
      fetch: (url, init) => {
        asked.push(url)
        return fetch(url, init)
      },
    })
    expect(await exitCode).toBe(0)
    expect(stderr.text).toBe('')
    expect(stdout.text).toContain('which runs 10 times as fast\nas real time.\n')
    expect(stdout.text).toMatch(/^Polite .* ✓ never over /m)
    await expect(fetch(asked[0] ?? expect.fail('nothing was asked'))).rejects.toThrow('fetch failed')
  })

  it.each([
    [60, 21, true],
    [60, 18, false],
    [100, 16, false],
    [100, 17, true],
  ])(
    'in a terminal of %i columns and %i rows, it draws a chart or says what one needs',
    async (columns, rows, draws) => {
      const time = new VirtualTime()
      await using mock = await startMock({ port: 0, pets: 1, time: () => NOON + Math.floor(time.now()) })
      const line = `demo rate-limit ${mock.baseUrl} --client stampede,backoff --requests 1`
      const { exitCode, stdout } = runInProcess(line, {
        now: time.now,
        after: time.after,
        fetch: time.fetch,
        columns,
        rows,
      })
      expect(await exitCode).toBe(0)
      expect(stdout.text.includes('left in the window')).toBe(draws)
      const advice = `For a chart, make this terminal ${columns === 60 ? 21 : 17} rows high, not ${rows}, and run the demo again.`
      expect(stdout.text.replaceAll('\n', ' ').includes(advice)).toBe(!draws)
    },
  )

  it('runs on a running mock, in the world of the address, until Ctrl-C', async () => {
    await using mock = await startMock({ port: 0 })
    const line = `demo rate-limit ${mock.stagingBaseUrl} --client polite`
    const { exitCode, stdout, end } = runInProcess(line, {
      after: platformAfter,
      now: () => performance.now(),
    })
    await stdout.sees(/is served/)
    const world = mock.worlds.get('staging')
    expect(world.clock.read().speed).toBe(10)
    end('SIGINT')
    expect(await exitCode).toBe(0)
    expect(stdout.text).toMatch(/Polite .* not done /)
    expect(world.clock.read().speed).toBe(1)
    expect(world.keys.list()).toHaveLength(demoKeys.length)
  })
})

describe('exit code 2 and one line on stderr:', () => {
  it.each([
    [
      '--client nave',
      '--client nave: There is no client "nave". Did you mean naive? The clients: naive, polite, backoff, stampede.',
    ],
    [
      '--client NAIVE',
      '--client NAIVE: There is no client "NAIVE". Did you mean naive? The clients: naive, polite, backoff, stampede.',
    ],
    ['--client naive,naive', 'Choose one client, or two different ones, of naive, polite, backoff, stampede'],
    ['--speed 0', '--speed 0: It must be a whole number from 1 to 60.'],
    ['--plan gold', '--plan gold: Allowed choices are free, pro, business.'],
    ['--clint naive', "Unknown option '--clint'. Did you mean --client?"],
    ['http://127.0.0.1:1/v1', 'Nothing answers at http://127.0.0.1:1: does the mock run there?'],
    [
      'http://127.0.0.1:1/v2',
      'The base address must end with the path segment /v1: did you mean http://127.0.0.1:1/v1?',
    ],
  ])('%s', async (line, message) => {
    const { exitCode, stdout, stderr } = runInProcess(`demo rate-limit ${line}`)
    expect(await exitCode).toBe(2)
    expect(stderr.text).toBe(`${message}\n`)
    expect(stdout.text).toBe('')
  })

  it('a service that is not a mock', async () => {
    await using mock = await startMock({ port: 0 })
    const { exitCode, stderr } = runInProcess(`demo rate-limit ${mock.origin}/elsewhere/v1`)
    expect(await exitCode).toBe(2)
    expect(stderr.text).toMatch(/^http\S+ is no base address of a mock that this machine may control: /)
  })
})
