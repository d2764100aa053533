import { describe, expect, test, vi } from 'vitest'
import type { WorldControl } from './ports.ts'
import { machineClock, mockTime, realTime } from './service-time.ts'

describe('the time of a real service', () => {
  test('passes by sleeping, up to a total number of seconds', async () => {
    const slept: number[] = []
    const clock = { now: () => 17, sleep: (ms: number) => Promise.resolve(void slept.push(ms)) }
    const time = realTime(100, clock)
    await time.pass(60_000)
    await expect(time.pass(40_001)).rejects.toThrow(
      'wait too long: 41 s are needed, 40 s are left of --max-wait',
    )
    await time.pass(40_000)
    expect(slept).toEqual([60_000, 40_000])
  })

  test.for([
    [3, '3 days'],
    [1439, '4 years'],
    [1469, '4 years'],
  ] as const)('%i days are reported as %s', async ([days, text]) => {
    const time = realTime(0, { now: () => 17, sleep: () => Promise.resolve() })
    await expect(time.pass(days * 86_400_000)).rejects.toThrow(`wait too long: ${text} are needed`)
  })

  test('is read from the given clock, by default that of the machine', () => {
    const clock = { now: () => 17, sleep: () => Promise.resolve() }
    expect(realTime(0, clock).now()).toBe(17)
    vi.useFakeTimers({ now: 1234 })
    expect(machineClock.now()).toBe(1234)
    vi.useRealTimers()
  })
})

describe('the clock of a real service', () => {
  const ours = Date.parse('2026-01-15T10:30:20Z')
  const heard = (date: string | undefined, reset: string, asked = ours): number => {
    const time = realTime(0, { now: () => ours, sleep: () => Promise.resolve() })
    time.observe({ asked, date, reset: Date.parse(`2026-01-${reset}Z`) / 1000 })
    return (time.now() - ours) / 1000
  }

  test.each([
    ['is a minute ahead', 'Thu, 15 Jan 2026 10:31:20 GMT', '15T10:32:00', 60],
    ['is a minute behind', 'Thu, 15 Jan 2026 10:29:20 GMT', '15T10:30:00', -60],
    ['is ours, and Reset is late', 'Thu, 15 Jan 2026 10:30:20 GMT', '15T10:32:00', 0],
    ['is a little off, and Reset is late', 'Thu, 15 Jan 2026 10:30:25 GMT', '15T10:31:26', 0],
    ['is missing', undefined, '15T10:32:00', 0],
    ['is wrong, and Reset is by ours', 'Thu, 15 Jan 2026 10:29:20 GMT', '15T10:31:00', 0],
    ['is wrong, and Reset is by neither', 'Thu, 01 Jan 1970 00:00:00 GMT', '15T10:32:00', 0],
    ['is a minute ahead, and Reset that of a day', 'Thu, 15 Jan 2026 10:31:20 GMT', '16T00:00:00', 0],
    ['is a minute ahead, and Reset a day after it', 'Thu, 15 Jan 2026 10:31:20 GMT', '16T10:31:20', 60],
    ['is an hour behind, and its day is past by ours', 'Thu, 15 Jan 2026 09:30:20 GMT', '15T10:00:00', -3600],
    ['is a minute ahead, and Reset more than a day', 'Thu, 15 Jan 2026 10:31:20 GMT', '16T10:32:20', 0],
  ])('%s', (_what, date, reset, ahead) => {
    expect(heard(date, reset)).toBe(ahead)
  })

  test('is ours where a reply comes a minute after its Date, for which it was asked then', () => {
    const [date, reset] = ['Thu, 15 Jan 2026 10:29:20 GMT', '15T10:30:00']
    expect(heard(date, reset, ours - 61_000)).toBe(0)
    expect(heard(date, reset, ours - 50_000)).toBe(-60)
  })
})

describe('the time of our mock', () => {
  test.for([
    { frozen: '10:30:20.250', begins: '10:30:21.000' },
    { frozen: '10:30:20.000', begins: '10:30:21.000' },
    { frozen: '10:30:54.999', begins: '10:31:10.000' },
    { frozen: '10:30:59.999', begins: '10:31:10.000' },
    { frozen: '10:31:04.500', begins: '10:31:10.000' },
    { frozen: '10:31:05.000', begins: '10:31:06.000' },
  ])('begins on a whole second away from the full minute: $frozen', async ({ frozen, begins }) => {
    const time = await mockTime(clockAt(frozen))
    expect(new Date(time.now()).toISOString()).toBe(`2026-01-15T${begins}Z`)
  })

  test('passes by moving its clock', async () => {
    const time = await mockTime(clockAt('10:30:20.500'))
    const before = time.now()
    await time.pass(90_000)
    expect(time.now() - before).toBe(90_000)
  })
})

function clockAt(time: string): [WorldControl] {
  let now = Date.parse(`2026-01-15T${time}Z`)
  const clock = {
    freeze: () => ({ now }),
    advance: ({ seconds }: { readonly seconds: number }) => ({ now: (now += seconds * 1000) }),
  }
  return [{ clock, keys: { setRemaining: () => undefined } }]
}
