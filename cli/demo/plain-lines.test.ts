import { expect, it } from 'vitest'
import { MemorySink } from '../testing/manual-environment.ts'
import { plainLines } from './plain-lines.ts'
import { refused, resultOf, served, START, eventOf } from './testing/events.ts'

it('has a line for each change, and none for repetitions', () => {
  const stdout = new MemorySink()
  const { publish } = plainLines(stdout)
  publish(eventOf('naive', 0, { kind: 'sent', key: 'naive-demo' }))
  publish(served('naive', 0, 1, 59))
  publish(served('naive', 1, 2, 58))
  publish(refused('naive', 15, 45))
  publish(refused('naive', 16, 44))
  publish(eventOf('naive', 17, { kind: 'banned', until: START + 136_000, lasts: 120_000 }))
  publish(refused('polite', 17))
  publish(eventOf('polite', 17, { kind: 'waiting', until: START + 60_000 }))
  publish(refused('naive', 18, 118))
  publish(served('naive', 136, 61, 59))
  publish(eventOf('polite', 140, { kind: 'failed', what: 'status 503' }))
  // The table has the same figure, however late the event is.
  publish(eventOf('naive', 150.4, { kind: 'ended', result: resultOf('naive', { seconds: 150.6 }) }))
  expect(stdout.text).toMatchInlineSnapshot(`
    " 0:00  Naive     is served
     0:15  Naive     is refused with 429, Retry-After 0:45
     0:16  Naive     is banned for 2:00
     0:17  Polite    is refused with 429
     2:16  Naive     is served again: 61 so far
     2:20  Polite    status 503
     2:31  Naive     is done
    "
  `)
})

it('has as much time between a ban and its end as the ban lasts, though it is found later', () => {
  const stdout = new MemorySink()
  const { publish } = plainLines(stdout)
  publish(eventOf('stampede', 0, { kind: 'sent', key: 'stampede-demo' }))
  publish(refused('stampede', 12.58, 48))
  publish(eventOf('stampede', 12.9, { kind: 'banned', until: START + 132_000, lasts: 120_000 }))
  publish(served('stampede', 132.15, 61, 59))
  expect(stdout.text).toMatchInlineSnapshot(`
    " 0:12  Stampede  is refused with 429, Retry-After 0:48
     0:12  Stampede  is banned for 2:00
     2:12  Stampede  is served again: 61 so far
    "
  `)
})
