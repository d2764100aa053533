import { afterEach, beforeEach } from 'vitest'
import { watch } from './watch-worlds.ts'

// Where the suite's own tests run it on the mock, it judges the same exchanges.
const JUDGED = /^(?:mock|cli)\//

let running = 0

beforeEach(({ task }) => {
  running += 1
  watch.isOn = JUDGED.test(task.file.name)
})

// Of tests that run at the same time, the last one ends the worlds of all: half of a story would be judged wrongly.
afterEach(() => {
  running -= 1
  const findings = running === 0 ? watch.drain() : []
  if (findings.length === 0) return
  throw new Error(`The mock's replies in this test break promises of the document:\n${findings.join('\n')}`)
})
