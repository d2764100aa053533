import { expect, it } from 'vitest'
import { startLine } from './start-line.ts'
import { startFactsOf } from '../testing/start-facts-of.ts'

it('is one line of JSON with what a script needs', () => {
  const line = startLine(startFactsOf({ choices: { ban: 'none' } }), 0)
  expect(line.split('\n')).toHaveLength(2)
  expect(JSON.parse(line)).toMatchObject({
    event: 'started',
    time: '1970-01-01T00:00:00.000Z',
    version: '1.2.3',
    baseUrl: 'http://127.0.0.1:4010/v1',
    controlUrl: 'http://127.0.0.1:4010/_mock/',
    keys: [{ key: 'pro-key' }, { key: 'free-key' }],
    choices: { ban: 'none' },
  })
})
