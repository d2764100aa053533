import { MOST_BYTES } from '../../core/memory/bounds.ts'
import { describe, expect, it } from 'vitest'
import type { EventSink } from '../message/control-reply.ts'
import { EventStream } from './event-stream.ts'

/** A sink whose client reads on demand. */
class TestSink implements EventSink {
  writableLength = 0
  readonly sent: string[] = []
  #onDrain: () => void = () => undefined

  write(text: string): void {
    this.writableLength += text.length
    this.sent.push(text)
  }

  end(): void {
    this.sent.push('END')
  }

  destroy(): void {
    this.sent.push('DESTROYED')
  }

  on(_event: 'drain', listener: () => void): void {
    this.#onDrain = listener
  }

  /** The client reads everything that is queued. */
  read(): void {
    this.writableLength = 0
    this.#onDrain()
  }
}

const LARGE = 'x'.repeat(MOST_BYTES.unreadEvents + 1)

describe('EventStream', () => {
  it('drops events while too much is queued, and reports the number when the queue is read', () => {
    const sink = new TestSink()
    const stream = new EventStream(sink, undefined)
    stream.offer(() => LARGE)
    stream.offer(() => 'b')
    stream.offer(() => 'c')
    sink.read()
    stream.offer(() => 'd')
    expect(sink.sent).toEqual([LARGE, 'event: dropped\ndata: {"count":2}\n\n', 'd'])
    sink.read()
    expect(sink.sent).toHaveLength(3)
  })

  it('does not serialize events that it drops', () => {
    const sink = new TestSink()
    const stream = new EventStream(sink, undefined)
    stream.offer(() => LARGE)
    stream.offer(() => {
      throw new Error('written out')
    })
    expect(sink.sent).toEqual([LARGE])
  })

  it('drops all events until the queue is read, so that there is one gap', () => {
    const sink = new TestSink()
    const stream = new EventStream(sink, undefined)
    stream.offer(() => LARGE)
    stream.offer(() => 'b')
    sink.writableLength = 10
    stream.offer(() => 'c')
    sink.read()
    expect(sink.sent.at(-1)).toBe('event: dropped\ndata: {"count":2}\n\n')
  })

  it('sends a heartbeat only when nothing is queued', () => {
    const sink = new TestSink()
    const stream = new EventStream(sink, undefined)
    stream.beat()
    stream.beat()
    sink.read()
    stream.beat()
    expect(sink.sent).toEqual([':\n\n', ':\n\n'])
  })

  it('reports a gap before its end, and sends nothing after it', () => {
    const sink = new TestSink()
    const stream = new EventStream(sink, undefined)
    stream.offer(() => LARGE)
    stream.offer(() => 'b')
    stream.end()
    stream.offer(() => 'c')
    stream.beat()
    sink.read()
    expect(sink.sent).toEqual([LARGE, 'event: dropped\ndata: {"count":1}\n\n', 'END'])
  })

  it('is cut at once when much is queued, and ended when little is', () => {
    const [idle, reading] = [new TestSink(), new TestSink()]
    const stream = new EventStream(idle, undefined)
    stream.offer(() => LARGE)
    stream.cut()
    new EventStream(reading, undefined).cut()
    expect([idle.sent.at(-1), reading.sent]).toEqual(['DESTROYED', ['END']])
  })
})
