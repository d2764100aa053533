import { describe, expect, it } from 'vitest'
import type { ClockReading } from '../client/world-state.ts'
import { VirtualTime } from './testing/virtual-time.ts'
import { WorldTime } from './world-time.ts'

const NOON = Date.UTC(2026, 2, 1, 12)
const running: ClockReading = { now: NOON, frozen: false, speed: 10 }

/** A WorldTime with a first reading; `read` returns the later ones. */
function worldTime(read: (outside: VirtualTime) => ClockReading, reading = running) {
  const outside = new VirtualTime()
  const time = new WorldTime(() => Promise.resolve(read(outside)), reading, outside)
  return { time, outside }
}

const undisturbed = (outside: VirtualTime): ClockReading => ({ ...running, now: NOON + outside.now() * 10 })
const { signal: never } = new AbortController()

describe('a wait', () => {
  it('lasts as long as the speed of the world says, and never less', async () => {
    const { time, outside } = worldTime(undisturbed)
    await time.until(NOON + 60_000, never)
    expect(time.now()).toBeGreaterThanOrEqual(NOON + 60_000)
    expect(outside.now()).toBe(6000)
  })

  it.each([0, 400])('is not shortened by a reading that arrives %i ms late', async (late) => {
    const { time, outside } = worldTime(undisturbed, { ...running, now: NOON - late * 10 })
    await time.until(NOON + 60_000, never)
    expect(outside.now()).toBe(6000 + late)
  })

  it('ends sooner when somebody advances the clock', async () => {
    const { time, outside } = worldTime((at) => ({ ...running, now: NOON + 50_000 + at.now() * 10 }))
    await time.until(NOON + 60_000, never)
    expect(outside.now()).toBe(1000)
  })

  it('follows the new speed when somebody changes it', async () => {
    const { time, outside } = worldTime((at) => ({ ...running, now: NOON + at.now() * 60, speed: 60 }))
    await time.until(NOON + 60_000, never)
    expect(outside.now()).toBe(1000)
  })

  it('lasts as long as the clock is frozen', async () => {
    const { time, outside } = worldTime(
      (at) => {
        const passed = Math.max(0, at.now() - 9000)
        return { ...running, now: NOON + passed * 10, frozen: passed === 0 }
      },
      { ...running, frozen: true },
    )
    await time.until(NOON + 10_000, never)
    expect(outside.now()).toBe(10_000)
  })

  it('is over at once when its time has passed, and notices meanwhile that somebody has changed the clock', async () => {
    const { time, outside } = worldTime((at) => ({ ...running, now: NOON + at.now() * 60, speed: 60 }))
    await time.until(NOON, never)
    expect([outside.now(), time.speed]).toEqual([0, 10])
    await new Promise<void>((resolve) => outside.after(250, resolve))
    await time.until(NOON, never)
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect([outside.now(), time.speed]).toEqual([250, 60])
  })

  it('ends with its signal', async () => {
    const { time, outside } = worldTime(undisturbed)
    const stop = new AbortController()
    outside.after(100, () => {
      stop.abort()
    })
    await time.until(NOON + 60_000, stop.signal)
    expect(outside.now()).toBe(100)
  })
})

it('many waits read the clock as often as one', async () => {
  const outside = new VirtualTime()
  let reads = 0
  const readSlowly = async (): Promise<ClockReading> => {
    reads += 1
    await new Promise<void>((resolve) => outside.after(5, resolve))
    return undisturbed(outside)
  }
  const time = new WorldTime(readSlowly, running, outside)
  await Promise.all(Array.from({ length: 25 }, () => time.until(NOON + 60_000, never)))
  expect(reads).toBeGreaterThan(20)
  expect(reads).toBeLessThanOrEqual(24)
})

describe('while the speed changes,', () => {
  /** A world whose clock runs ten times as fast at first, and a WorldTime that follows it. Each message travels so long one way. */
  function changingWorld(travels: () => number) {
    const outside = new VirtualTime()
    let course = { ...running, since: 0 }
    const world = (): ClockReading => ({
      ...course,
      now: course.now + (outside.now() - course.since) * course.speed,
    })
    const travel = (): Promise<void> => new Promise((resolve) => void outside.after(travels(), resolve))
    const exchange = async <Reply>(act: () => Reply): Promise<Reply> => {
      await travel()
      const reply = act()
      await travel()
      return reply
    }
    const time = new WorldTime(() => exchange(world), running, outside)
    const changeSpeed = (speed: number): Promise<unknown> =>
      time.changeSpeed(speed, () =>
        exchange(() => {
          course = { ...world(), speed, since: outside.now() }
        }),
      )
    const pass = (milliseconds: number): Promise<void> =>
      new Promise((resolve) => void outside.after(milliseconds, resolve))
    return { outside, time, changeSpeed, pass, ahead: () => time.now() - world().now }
  }

  it('this time is never ahead of the world', async () => {
    const { time, changeSpeed, pass, ahead } = changingWorld(() => 200)
    await pass(1000)
    void time.refresh()
    await pass(100)
    const changed = changeSpeed(1)
    for (let at = 0; at < 20; at += 1) {
      expect(ahead()).toBeLessThanOrEqual(0)
      await pass(50)
    }
    await changed
    expect(time.speed).toBe(1)
    expect(ahead()).toBe(-200)
  })

  it.each([
    [10, 1],
    [1, 10],
  ])('from %i to %i, a wait from a reading to a reading lasts no less than it should', async (from, to) => {
    const { time, changeSpeed, pass, ahead } = changingWorld(() => 200)
    await changeSpeed(from)
    const changed = changeSpeed(to)
    for (const later of [0, 150, 300, 450, 900]) {
      await pass(later)
      const start = time.now() - ahead()
      const due = (await time.read()).now + 5000
      await time.until(due, never)
      await time.reach(due, never)
      expect(time.now() - ahead() - start).toBeGreaterThanOrEqual(5000)
    }
    await changed
  })

  it('a wait that began before lasts no longer than it should', async () => {
    const { time, changeSpeed, pass, ahead } = changingWorld(() => 200)
    await pass(1000)
    const start = time.now() - ahead()
    const wait = time.until(time.now() + 20_000, never)
    await pass(100)
    await changeSpeed(1)
    await wait
    // A reading takes 400 ms.
    expect(time.now() - ahead() - start).toBeLessThan(21_000)
  })
})

it('a wait is not shortened when a reading that travelled for long is followed by a fast one', async () => {
  const outside = new VirtualTime()
  const latencies = [2000, 1]
  const read = async (): Promise<ClockReading> => {
    const reading = undisturbed(outside)
    await new Promise<void>((resolve) => void outside.after(latencies.shift() ?? 1, resolve))
    return reading
  }
  const time = new WorldTime(read, running, outside)
  await new Promise<void>((resolve) => void outside.after(1000, resolve))
  await time.refresh()
  const start = outside.now()
  await time.until(time.now() + 60_000, never)
  expect(outside.now() - start).toBeGreaterThanOrEqual(6000)
})

describe('a reading that a client waits for', () => {
  /** A WorldTime whose readings are sent one after another, and each of which travels for 40 ms back. */
  function slowlyRead(course: (at: number) => ClockReading) {
    const outside = new VirtualTime()
    let reads = 0
    const read = async (): Promise<ClockReading> => {
      reads += 1
      const reading = course(outside.now())
      await new Promise<void>((resolve) => void outside.after(40, resolve))
      return reading
    }
    return { time: new WorldTime(read, course(0), outside), outside, reads: () => reads }
  }
  const steady = (at: number): ClockReading => ({ ...running, now: NOON + at * 10 })

  it('is sent after the client asks, and is the same for all that ask before', async () => {
    const { time, outside, reads } = slowlyRead(steady)
    const earlier = time.refresh()
    await new Promise<void>((resolve) => void outside.after(10, resolve))
    const asked = await Promise.all([time.read(), time.read(), time.read()])
    expect(asked.map(({ now }) => now - NOON)).toEqual([400, 400, 400])
    expect((await earlier).now).toBe(NOON)
    expect(reads()).toBe(2)
  })

  it('ends no wait early where somebody has slowed the clock down, unnoticed', async () => {
    const { time, outside } = slowlyRead((at) => ({
      ...running,
      now: NOON + Math.min(at, 1100) * 10 + Math.max(0, at - 1100),
      speed: at < 1100 ? 10 : 1,
    }))
    await time.until(NOON + 12_000, never)
    await time.reach(NOON + 12_000, never)
    expect(outside.now()).toBeGreaterThanOrEqual(2100)
    expect(outside.now()).toBeLessThan(2400)
  })

  it('is sent no more when the signal aborts', async () => {
    const { time, reads } = slowlyRead(steady)
    await time.reach(NOON + 12_000, AbortSignal.abort())
    expect(reads()).toBe(0)
  })
})
