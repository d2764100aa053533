import { describe, expect, it } from 'vitest'
import type { EventSink } from '../message/control-reply.ts'
import { EventStream, MOST_WAITING } from './event-stream.ts'

/** A sink whose client reads when it is told to. */
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

  /** The client reads all that waits. */
  read(): void {
    this.writableLength = 0
    this.#onDrain()
  }
}

const LARGE = 'x'.repeat(MOST_WAITING + 1)

describe('EventStream', () => {
  it('drops what comes while too much waits, and tells how much when that was read', () => {
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

  it('does not write out what it drops', () => {
    const sink = new TestSink()
    const stream = new EventStream(sink, undefined)
    stream.offer(() => LARGE)
    stream.offer(() => {
      throw new Error('written out')
    })
    expect(sink.sent).toEqual([LARGE])
  })

  it('goes on dropping until all was read, so that there is one gap', () => {
    const sink = new TestSink()
    const stream = new EventStream(sink, undefined)
    stream.offer(() => LARGE)
    stream.offer(() => 'b')
    sink.writableLength = 10
    stream.offer(() => 'c')
    sink.read()
    expect(sink.sent.at(-1)).toBe('event: dropped\ndata: {"count":2}\n\n')
  })

  it('beats only when nothing waits', () => {
    const sink = new TestSink()
    const stream = new EventStream(sink, undefined)
    stream.beat()
    stream.beat()
    sink.read()
    stream.beat()
    expect(sink.sent).toEqual([':\n\n', ':\n\n'])
  })

  it('sends nothing after its end, and tells of a gap before it', () => {
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

  it('is cut at once where much waits, and ended where little does', () => {
    const [idle, reading] = [new TestSink(), new TestSink()]
    const stream = new EventStream(idle, undefined)
    stream.offer(() => LARGE)
    stream.cut()
    new EventStream(reading, undefined).cut()
    expect([idle.sent.at(-1), reading.sent]).toEqual(['DESTROYED', ['END']])
  })
})
