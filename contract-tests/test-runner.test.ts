import { expect, test, vi } from 'vitest'
import { clauses } from '../spec/clauses.ts'
import { onHeader, replies } from '../lab/proof/violations/mutate.ts'
import { testService } from '../lab/proof/test-service.ts'
import { registerContract, type SuiteOptions, type TestFunction } from './index.ts'
import * as degenerate from './testing/degenerate.ts'

// Vitest gives its tests a function with members, node:test an object.
test.for<[string, object]>([
  ['of Vitest', () => undefined],
  ['of node:test', {}],
])('a test runner %s reports what was not verified, and that it was too much', async ([, context]) => {
  const failed: unknown[] = []
  const skipped: string[] = []
  const bodies: (() => Promise<void>)[] = []
  const register: TestFunction = Object.assign(
    (title: string, body: (...context: unknown[]) => Promise<void>) => {
      const given = Object.assign(context, { skip: (reason: string) => skipped.push(reason) })
      bodies.push(() => body(given).catch((error: unknown) => void failed.push([title, String(error)])))
    },
    { skip: () => undefined },
  )
  const { transport, control } = await testService(degenerate.refusesAll)
  registerContract(register, {
    baseUrl: 'http://pets.test/v1',
    key: 'free-demo-key',
    transport,
    control,
  })
  for (const body of bodies) await body()
  expect(failed).toEqual([
    ['enough of the contract was verified', expect.stringContaining('--min-verified asks for 50 %')],
  ])
  expect(skipped).not.toEqual([])
  for (const reason of skipped) expect(reason).toMatch(/^(not verified|left out): /)
})

test('a test runner that cannot skip warns only of tests that it shows as passed, and prints no empty line', async () => {
  const { transport } = await testService(degenerate.refusesAll)
  const printed: string[] = []
  const print = (text: string): void => void printed.push(text)
  const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')].map((spy) =>
    spy.mockImplementation(print),
  )
  const skipped: string[] = []
  let now = Date.parse('2026-01-15T10:30:20Z')
  const clock = {
    now: () => now,
    sleep: (milliseconds: number) => Promise.resolve(void (now += milliseconds)),
  }
  const options = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', transport, clock, readOnly: true }
  for (const body of bodiesOf({ ...options, minVerified: 0 }, skipped)) await body().catch(() => undefined)
  for (const spy of spies) spy.mockRestore()
  const titles = skipped.map((title) => title.replace(/ \(needs .*\)$/, ''))
  expect(titles.length).toBeGreaterThan(50)
  expect(printed.filter((line) => titles.some((title) => line.startsWith(`${title}: `)))).toEqual([])
  expect(printed).not.toContain('')
})

/** The tests that a runner which cannot skip is given. */
function bodiesOf(options: SuiteOptions, skipped: string[] = []): readonly (() => Promise<void>)[] {
  const bodies: (() => Promise<void>)[] = []
  const register: TestFunction = Object.assign(
    (_title: string, body: () => Promise<void>) => void bodies.push(() => body()),
    { skip: (title: string) => void skipped.push(title) },
  )
  registerContract(register, options)
  return bodies
}

test('a test runner gets a warning with its clause once', async () => {
  const { transport, control } = await testService(onHeader(replies(401), 'www-authenticate', undefined))
  const options = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', transport, control }
  const bodies = bodiesOf({ ...options, only: ['AUTH-6'], minVerified: 0 })
  const warnings: string[] = []
  const warn = vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
  for (const body of bodies) await body()
  warn.mockRestore()
  const text = clauses.find(({ id }) => id === 'AUTH-6')?.text ?? ''
  const [warning = ''] = warnings.filter((one) => one.startsWith('warned: '))
  expect(warning.split(`AUTH-6 ${text}`)).toHaveLength(2)
})

test('a test runner that cannot skip is notified how many tests are not verified', async () => {
  const { transport, control } = await testService(degenerate.refusesAll)
  const options = { baseUrl: 'http://pets.test/v1', key: 'free-demo-key', transport, control }
  const bodies = bodiesOf({ ...options, only: ['LIST-1', 'LIST-4'], minVerified: 0 })
  const warnings: string[] = []
  const warn = vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
  await Promise.allSettled(bodies.slice(0, -1).map((body) => body()))
  const each = warnings.length
  await bodies
    .at(-1)?.()
    .catch(() => undefined)
  warn.mockRestore()
  expect(warnings.slice(each)).toEqual([
    `${each} tests not verified, though shown as passed: this runner cannot skip a test that has begun`,
  ])
})

test('a test runner is notified of what a run waits for', async () => {
  let now = Date.parse('2026-01-15T10:30:20Z')
  const { transport, world } = await testService((healthy) => healthy, { mock: { time: () => now } })
  world.keys.setRemaining('pro-demo-key', { minute: 0 })
  const bodies = bodiesOf({
    baseUrl: 'http://pets.test/v1',
    key: 'pro-demo-key',
    transport,
    clock: { now: () => now, sleep: (milliseconds) => Promise.resolve(void (now += milliseconds)) },
    only: ['LIST-1'],
    minVerified: 0,
  })
  const lines: string[] = []
  const info = vi.spyOn(console, 'info').mockImplementation((text: string) => void lines.push(text))
  for (const body of bodies) await body()
  info.mockRestore()
  expect(lines.filter((line) => line.startsWith('…'))).toEqual([
    '… waiting 40 s until the quota of the key is renewed, minute 2 (--max-wait bounds it)',
  ])
})
