import { afterEach, beforeEach } from 'vitest'
import { watch } from './watch-worlds.ts'

// Where the suite's own tests run it on the mock, it judges the same exchanges.
const JUDGED = /^(?:mock|cli)\//

beforeEach(({ task }) => {
  watch.isOn = JUDGED.test(task.file.name)
})

afterEach(() => {
  const findings = watch.drain()
  if (findings.length === 0) return
  throw new Error(`The mock's replies in this test break promises of the document:\n${findings.join('\n')}`)
})
