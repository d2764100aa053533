import { expect, test } from 'vitest'
import { ServiceClock } from './service-clock.ts'

const START = Date.UTC(2026, 0, 1)

/** A reply with a Date so many seconds after the start, and a Reset some after that; it took some seconds. */
interface Passing {
  readonly at: number
  readonly date?: number
  readonly left?: number
  readonly took?: number
}

/** By how many seconds the clock is ahead with each reply, and in which era. */
function readFrom(passing: readonly Passing[]): readonly (readonly [ahead: number, era: number])[] {
  const clock = new ServiceClock()
  return passing.map(({ at, date, left = 30, took = 0 }) => {
    const received = START + at * 1000
    const dated = START + (date ?? at) * 1000
    const headers = {
      ...(date !== undefined && { date: new Date(dated).toUTCString() }),
      'x-ratelimit-reset': String(dated / 1000 + left),
    }
    const times = clock.timesOf({ headers, at: { sent: received - took * 1000, received } })
    return [(times.received - received) / 1000, times.era]
  })
}

test.for<[what: string, passing: readonly Passing[], ahead: readonly number[], eras: readonly number[]]>([
  [
    'is that of the proxy, as its Dates say',
    [
      { at: 0, date: 0 },
      { at: 100, date: 100 },
    ],
    [0, 0],
    [0, 0],
  ],
  [
    'is another one from the first reply on, also in one without a Date',
    [{ at: 0, date: 300 }, { at: 10, date: 310 }, { at: 20 }],
    [300, 300, 300],
    [1, 1, 1],
  ],
  [
    'is moved back',
    [
      { at: 0, date: 0 },
      { at: 10, date: -290 },
      { at: 20, date: -280 },
    ],
    [0, -300, -300],
    [0, 1, 1],
  ],
  [
    'is moved by less than a window',
    [
      { at: 0, date: 0 },
      { at: 10, date: 20 },
      { at: 20, date: 30 },
    ],
    [0, 0, 0],
    [0, 1, 1],
  ],
  [
    'is not that of a gateway that is always wrong',
    [
      { at: 0, date: -300, left: 330 },
      { at: 10, date: -290, left: 330 },
    ],
    [0, 0],
    [0, 0],
  ],
  [
    'is not moved where a reply took long',
    [
      { at: 0, date: 0 },
      { at: 60, date: 31, took: 30 },
      { at: 70, date: 70 },
    ],
    [0, 0, 0],
    [0, 0, 0],
  ],
])('the clock of a service %s', ([_what, passing, ahead, eras]) => {
  const read = readFrom(passing)
  expect(read.map(([seconds]) => seconds)).toEqual(ahead)
  expect(read.map(([, era]) => era)).toEqual(eras)
})

test('an exchange has the times that it had at first, whatever has passed since', () => {
  const clock = new ServiceClock()
  const passing = [0, 300].map((ahead, index) => {
    const received = START + index * 1000
    const dated = received + ahead * 1000
    const headers = { date: new Date(dated).toUTCString(), 'x-ratelimit-reset': String(dated / 1000 + 30) }
    return { headers, at: { sent: received, received } }
  })
  const times = passing.map((one) => clock.timesOf(one))
  expect(times.map(({ era }) => era)).toEqual([0, 1])
  expect(passing.map((one) => clock.timesOf(one))).toEqual(times)
})
