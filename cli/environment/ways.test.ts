import { expect, test } from 'vitest'
import { CONTRACT_DEFAULTS } from '../../contract-tests/engine/settings.ts'
import { atOnce, MemorySink } from '../testing/manual-environment.ts'
import { progressOf, waysOf } from './ways.ts'

test.for([
  [
    80,
    '\r… 3 of 9 asked\r\u001b[K… waiting 2 s, until the service admits more requests (--max-wait bounds it)\n',
  ],
  [undefined, '… waiting 2 s, until the service admits more requests (--max-wait bounds it)\n'],
] as const)(
  'a wait has a line of its own, also after the count of a terminal (columns: %s)',
  async ([columns, text]) => {
    const stdout = new MemorySink()
    const environment = { after: atOnce, colours: false, stdout, columns }
    progressOf(environment)?.({ asked: 3, of: 9 })
    await waysOf(environment, CONTRACT_DEFAULTS, stdout).clock.sleep(2000)
    expect(stdout.text).toBe(text)
  },
)
