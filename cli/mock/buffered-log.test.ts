import { beforeEach, describe, expect, it } from 'vitest'
import { BufferedLog } from './buffered-log.ts'
import { ManualTimers, MemorySink } from '../testing/manual-environment.ts'

const KILOBYTE = 'x'.repeat(1023)

let sink: MemorySink
let timers: ManualTimers
let log: BufferedLog

beforeEach(() => {
  sink = new MemorySink()
  timers = new ManualTimers()
  log = new BufferedLog(sink, timers.after, (count) => `${count} dropped`)
})

function add(count: number, line = KILOBYTE): void {
  for (let each = 0; each < count; each += 1) log.add(() => line)
}

describe('while the reader is fast enough', () => {
  it('the lines of 50 ms are written at once', () => {
    log.add(() => 'one')
    timers.pass(49)
    log.add(() => 'two')
    expect(sink.writes).toEqual([])
    timers.pass(1)
    expect(sink.writes).toEqual(['one\ntwo\n'])
  })

  it('32 kB are written immediately', () => {
    add(31)
    expect(sink.writes).toEqual([])
    add(1)
    expect(sink.text).toHaveLength(32_768)
    expect(timers.size).toBe(0)
  })

  it('a flush does not wait', () => {
    log.add(() => 'now')
    log.flush()
    expect(sink.text).toBe('now\n')
    expect(timers.size).toBe(0)
  })
})

describe('when lines cannot be written', () => {
  it('they are dropped and counted, until the log can be written again', () => {
    sink.fails = new Error('no space left')
    log.add(() => 'one')
    log.add(() => 'two')
    timers.pass(50)
    add(64)
    expect(sink.text).toBe('')
    sink.fails = undefined
    log.add(() => 'later')
    timers.pass(50)
    expect(sink.text).toBe('later\n66 dropped\n')
  })
})

describe('when the reader falls behind', () => {
  beforeEach(() => {
    sink.readerIsBehind = true
    log.add(() => 'first')
    log.flush()
  })

  it('lines wait until it has caught up', () => {
    log.add(() => 'second')
    timers.pass(1000)
    expect(sink.text).toBe('first\n')
    sink.drain()
    expect(sink.text).toBe('first\nsecond\n')
  })

  it('lines over 1 MB are dropped before they are formatted, and counted', () => {
    add(1024)
    log.add(() => {
      throw new Error('made')
    })
    add(2)
    sink.drain()
    expect(sink.writes.at(-1)).toHaveLength(1_048_576 + '3 dropped\n'.length)
    expect(sink.text).toMatch(/x\n3 dropped\n$/)
  })

  it('the count restarts once there is room', () => {
    add(1025)
    sink.drain()
    log.add(() => 'later')
    timers.pass(50)
    expect(sink.text).toMatch(/1 dropped\nlater\n$/)
  })
})

describe('the end', () => {
  it('writes the queued lines', async () => {
    log.add(() => 'last')
    await log.close()
    expect(sink.text).toBe('last\n')
    expect(timers.size).toBe(0)
  })

  it('waits for a slow reader', async () => {
    sink.readerIsBehind = true
    log.add(() => 'last')
    const closed = log.close()
    sink.drain()
    await closed
    expect(timers.size).toBe(0)
  })

  it('waits for a limited time', async () => {
    sink.readerIsBehind = true
    log.add(() => 'last')
    const closed = log.close()
    timers.pass(1000)
    await expect(closed).resolves.toBeUndefined()
  })
})
