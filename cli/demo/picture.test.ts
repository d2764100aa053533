import { describe, expect, it } from 'vitest'
import { scenarioOf } from '../../mock/scenarios/scenario.ts'
import type { ScenarioEvent } from '../../mock/scenarios/scenario-report.ts'
import { createPaint } from '../environment/paint.ts'
import { Lane } from './lane.ts'
import { heightOf, picture } from './picture.ts'
import { refused, resultOf, served, START, eventOf } from './testing/events.ts'

const paint = createPaint(false)
const scenario = scenarioOf({ clients: ['naive', 'polite'] })

/** Ten seconds with four requests in each, and then one refusal in each of five. */
const naive: readonly ScenarioEvent[] = [
  ...Array.from({ length: 40 }, (_, index) => served('naive', index / 4, index + 1, 59 - index)),
  ...Array.from({ length: 5 }, (_, index) => refused('naive', 10 + index, 50)),
  eventOf('naive', 14, { kind: 'banned', until: START + 134_000, lasts: 120_000 }),
]

const polite: readonly ScenarioEvent[] = [
  served('polite', 0, 1, 0),
  refused('polite', 1, 59),
  eventOf('polite', 1, { kind: 'waiting', until: START + 60_000 }),
]

function draw(events: readonly ScenarioEvent[], second: number, width: number): string[] {
  const lanes = [new Lane('naive', START), new Lane('polite', START)]
  for (const event of events) lanes.find(({ client }) => client.id === event.client)?.note(event)
  return picture(lanes, scenario, { start: START, now: START + second * 1000 }, width, paint)
}

it('shows each client over the same time: served at the foot, refused above, what was left, bans', () => {
  expect(draw([...naive, ...polite], 24, 60).map((line) => line.trimEnd())).toMatchInlineSnapshot(`
    [
      "Naive: retries at once",
      "40 of 150 served · 5 refused · 1 ban",
      "banned for 1:50 more",
      "         │███",
      "         │███▒",
      "requests │████▒",
      "    left │▇▅▄ ××××",
      "",
      "Polite: waits as long as Retry-After says",
      "1 of 150 served · 1 refused",
      "waits 0:36",
      "         │",
      "         │▒",
      "requests │█",
      "    left │",
      "",
      "          0:00                1:00                2:00",
      "█ served  ▒ refused  × banned  ▅ left in the window",
    ]
  `)
})

it('has a time axis that ends soon after what it shows', () => {
  const axis = draw([served('naive', 280, 1, 59)], 281, 100).find((line) => line.includes('0:00'))
  expect(axis?.trim().split(/\s+/)).toEqual(['0:00', '1:00', '2:00', '3:00', '4:00', '5:00'])
})

describe('the state of a client', () => {
  it.each([
    ['asking', [served('polite', 1, 1, 59)], '1 of 150 served · 0 refused · asking'],
    ['refused', [refused('polite', 1)], '0 of 150 served · 1 refused · refused, and asks again'],
    ['waiting', polite, '1 of 150 served · 1 refused · waits 0:50'],
    [
      'banned, also while it waits',
      [
        eventOf('polite', 1, { kind: 'banned', until: START + 121_000, lasts: 120_000 }),
        eventOf('polite', 1, { kind: 'waiting', until: START + 60_000 }),
      ],
      '0 of 150 served · 0 refused · 1 ban · banned for 1:51 more',
    ],
    [
      'over',
      [eventOf('polite', 9, { kind: 'ended', result: resultOf('polite', { ending: 'stopped' }) })],
      '0 of 150 served · 0 refused · stopped',
    ],
  ])('%s', (_what, events, line) => {
    expect(draw(events, 10, 80)).toContain(line)
  })
})

it.each([40, 60, 79, 80])('cuts no word of two clients in %i columns, and keeps its height', (width) => {
  const lanes = [new Lane('stampede', START), new Lane('backoff', START)]
  const height = (): number => {
    const lines = picture(lanes, scenario, { start: START, now: START + 9000 }, width, paint)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
    return lines.length
  }
  const before = height()
  expect(before).toBe(heightOf(scenarioOf({ clients: ['stampede', 'backoff'] }), width))
  for (const lane of lanes) {
    lane.note(refused('naive', 1))
    expect(height()).toBe(before)
    lane.note(eventOf('naive', 2, { kind: 'banned', until: START + 134_000, lasts: 120_000 }))
    expect(height()).toBe(before)
  }
})

it('a single refusal among many served requests is visible', () => {
  const burst = Array.from({ length: 60 }, (_, index) => served('naive', 0, index + 1, 59 - index))
  const [top] = draw([...burst, refused('naive', 1)], 2, 80).filter((line) => line.includes('│'))
  expect(top).toContain('│▒')
})

it.each([40, 80, 120, 300])('is no wider than %i columns, nor than 120', (width) => {
  const charts = draw([...naive, ...polite], 900, width).filter((line) => line.includes('│'))
  expect(Math.max(...charts.map((line) => line.length))).toBeLessThanOrEqual(Math.min(width, 120))
})

it('ends a chart when its client ends', () => {
  const end = eventOf('polite', 20, { kind: 'ended', result: resultOf('polite') })
  const lines = draw([...polite, refused('polite', 19), end], 100, 120).filter((line) => line.includes('│'))
  expect(lines[6]?.length).toBe(10 + 20 / 2)
})

it('a clock that advances by days does not widen the chart', () => {
  const lane = new Lane('polite', START)
  lane.note(served('polite', 864_000, 1, 59))
  expect(lane.seconds.length).toBeLessThanOrEqual(1000)
})
