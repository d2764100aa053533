import { describe, expect, it } from 'vitest'
import { scenarioOf } from '../../mock/scenarios/scenario.ts'
import { createPaint } from '../environment/paint.ts'
import { ManualTimers, MemorySink } from '../testing/manual-environment.ts'
import { liveChart } from './live-chart.ts'
import { refused, served, START, eventOf } from './testing/events.ts'

const LINES = 16

function start() {
  const stdout = new MemorySink()
  const timers = new ManualTimers()
  const outside = { now: 0, columns: 80, rows: 24 }
  const chart = liveChart(scenarioOf({}), {
    stdout,
    after: timers.after,
    columns: () => outside.columns,
    rows: () => outside.rows,
    paint: createPaint(false),
    now: () => outside.now,
  })
  const pass = (milliseconds: number): void => {
    outside.now += milliseconds
    timers.pass(milliseconds)
  }
  return { stdout, timers, outside, chart, pass }
}

describe('a live chart', () => {
  it('draws each picture over the last one, in one write', () => {
    const { stdout, chart, pass } = start()
    chart.publish(served('naive', 0, 1, 59))
    pass(100)
    chart.publish(served('polite', 0, 1, 59))
    pass(100)
    expect(stdout.writes).toHaveLength(2)
    expect(stdout.writes[0]).not.toContain(`\u001b[${LINES}F`)
    expect(stdout.writes[1]).toContain(`\u001b[${LINES}F`)
    expect(stdout.writes[1]?.split('\n')).toHaveLength(LINES + 1)
  })

  it('restores the cursor and the line wrapping of the terminal', () => {
    const { stdout, chart, pass } = start()
    chart.publish(served('naive', 0, 1, 59))
    pass(100)
    expect(stdout.text.endsWith('\u001b[?7h\u001b[?25h')).toBe(true)
  })

  it('counts down between the events, by the clock of the world', () => {
    const { stdout, chart, pass } = start()
    chart.publish(refused('polite', 0, 60))
    chart.publish(eventOf('polite', 0, { kind: 'waiting', until: START + 60_000 }))
    pass(100)
    pass(900)
    expect(stdout.writes[0]).toContain('waits 0:59')
    expect(stdout.writes[1]).toContain('waits 0:50')
  })

  it('follows the width of the terminal', () => {
    const { stdout, chart, outside, pass } = start()
    chart.publish(refused('polite', 0, 60))
    pass(100)
    outside.columns = 40
    pass(100)
    const widthOf = (text = ''): number =>
      Math.max(...text.split('\n').map((line) => (line.includes(':00') ? line.trimEnd().length : 0)))
    expect(widthOf(stdout.writes[1])).toBeLessThan(widthOf(stdout.writes[0]))
  })

  it('is no higher than the terminal', () => {
    const { stdout, chart, outside, pass } = start()
    outside.rows = 12
    chart.publish(served('naive', 0, 1, 59))
    pass(100)
    expect(stdout.writes[0]?.split('\n')).toHaveLength(12)
  })

  it('skips pictures while its reader is behind', () => {
    const { stdout, chart, pass } = start()
    chart.publish(served('naive', 0, 1, 59))
    stdout.readerIsBehind = true
    pass(100)
    pass(100)
    pass(100)
    expect(stdout.writes).toHaveLength(1)
    stdout.drain()
    pass(100)
    expect(stdout.writes).toHaveLength(2)
  })

  it('draws nothing before the first event, and ends with a last picture and no timer', () => {
    const { stdout, chart, timers, pass } = start()
    pass(100)
    expect(stdout.writes).toEqual([])
    chart.publish(served('naive', 0, 1, 59))
    chart.close()
    expect(stdout.text).toContain('1 of 150 served')
    expect(timers.size).toBe(0)
  })
})
