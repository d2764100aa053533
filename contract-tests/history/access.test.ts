import { expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { RecordedExchange } from './history.ts'
import { story } from './testing/story.ts'

const served = { ask: 'GET /pets?limit=50', key: 'a-key' }

/** A read of a pet that is not there, with a key that was made of a valid one. */
function altered(key: string, status: number): RecordedExchange {
  const [exchange] = story({ ask: 'GET /pets/9', key, status, json: {} })
  if (exchange === undefined) throw new Error('no exchange')
  return { ...exchange, probe: { ...exchange.probe, caller: 'nobody', alteration: 'its beginning' } }
}

test.for<[what: string, exchanges: readonly RecordedExchange[], clauses: readonly string[]]>([
  ['may be another customer’s', [altered('a-ke', 404)], []],
  ['is nobody’s where a second one is let in too', [altered('a-ke', 404), altered('a-k', 404)], ['AUTH-3']],
  ['is nobody’s where it was refused before', [altered('a-ke', 401), altered('a-ke', 400)], ['AUTH-3']],
  ['is refused', [altered('a-ke', 401), altered('a-k', 401)], []],
])('a key that is nearly a valid one %s', ([_what, exchanges, clauses]) => {
  const all = [...story(served), ...exchanges].map((one, at) => ({ ...one, id: at + 1, after: at }))
  expect([...new Set(judge({ exchanges: all }).map(({ clause }) => clause))]).toEqual(clauses)
})
