import { describe, expect, it } from 'vitest'
import { Events, type Follow } from '../../core/journal/events.ts'
import { EventHub, HEARTBEAT, type Every } from './event-hub.ts'
import type { EventSink } from '../message/control-reply.ts'

/** Timers that tick on demand. */
function testTimers(): { readonly every: Every; readonly running: Map<() => void, number> } {
  const running = new Map<() => void, number>()
  const every: Every = (milliseconds, tick) => {
    running.set(tick, milliseconds)
    return () => running.delete(tick)
  }
  return { every, running }
}

function testSink(): EventSink & { readonly sent: string[] } {
  const sent: string[] = []
  return {
    writableLength: 0,
    sent,
    write: (text) => sent.push(text),
    end: () => sent.push('END'),
    destroy: () => sent.push('DESTROYED'),
    on: () => undefined,
  }
}

const keyId = (key: string): string => key.length.toFixed(0)

function followed(events = new Events()): Follow {
  return ({ take }) => events.subscribe(take)
}

describe('EventHub', () => {
  it('sends a heartbeat to all streams every 15 seconds, while there are any', () => {
    const { every, running } = testTimers()
    const hub = new EventHub(every, keyId)
    expect(running.size).toBe(0)
    const [first, second] = [testSink(), testSink()]
    const closeFirst = hub.open(first, undefined, followed())
    const closeSecond = hub.open(second, 'default', followed())
    expect([...running.values()]).toEqual([HEARTBEAT])
    for (const tick of running.keys()) tick()
    expect([first.sent, second.sent]).toEqual([[':\n\n'], [':\n\n']])
    closeFirst()
    expect(running.size).toBe(1)
    closeSecond()
    closeSecond()
    expect(running.size).toBe(0)
  })

  it('subscribes while there are streams, and again for a later one', () => {
    const events = new Events()
    const hub = new EventHub(testTimers().every, keyId)
    hub.open(testSink(), undefined, followed(events))()
    expect(events.listened).toBe(false)
    const close = hub.open(testSink(), undefined, followed(events))
    expect(events.listened).toBe(true)
    close()
    expect(events.listened).toBe(false)
  })

  it('ends all streams when it closes, and later ones at once', () => {
    const { every, running } = testTimers()
    const hub = new EventHub(every, keyId)
    const [before, after] = [testSink(), testSink()]
    const gone = hub.open(before, undefined, followed())
    hub.close()
    gone()
    hub.open(after, undefined, followed())()
    expect([before.sent, after.sent, running.size]).toEqual([['END'], ['END'], 0])
  })
})
