import { expect, it } from 'vitest'
import { MemorySink } from '../testing/manual-environment.ts'
import { plainLines } from './plain-lines.ts'
import { refused, resultOf, served, START, told } from './testing/told.ts'

it('has a line for each turn, and none for more of the same', () => {
  const stdout = new MemorySink()
  const { tell } = plainLines(stdout)
  tell(told('naive', 0, { kind: 'sent', key: 'naive-demo' }))
  tell(served('naive', 0, 1, 59))
  tell(served('naive', 1, 2, 58))
  tell(refused('naive', 15, 45))
  tell(refused('naive', 16, 44))
  tell(told('naive', 16, { kind: 'banned', until: START + 136_000 }))
  tell(refused('polite', 17))
  tell(told('polite', 17, { kind: 'waiting', until: START + 60_000 }))
  tell(refused('naive', 18, 118))
  tell(served('naive', 136, 61, 59))
  tell(told('polite', 140, { kind: 'failed', what: 'status 503' }))
  tell(told('naive', 150, { kind: 'ended', result: resultOf('naive') }))
  expect(stdout.text).toMatchInlineSnapshot(`
    " 0:00  Naive     is served
     0:15  Naive     is refused with 429, Retry-After 0:45
     0:16  Naive     is banned for 2:00
     0:17  Polite    is refused with 429
     2:16  Naive     is served again: 61 by now
     2:20  Polite    status 503
     2:30  Naive     is done
    "
  `)
})
