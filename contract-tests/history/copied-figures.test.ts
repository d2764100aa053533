import { expect, test } from 'vitest'
import { figuresAreItsOwn } from './copied-figures.ts'
import { found, type Row } from './testing/findings.ts'
import type { Scene } from './testing/story.ts'

type Left = (ofFirst: number, ofSecond: number, round: number) => number

/** Two lists of one key and one of another in turn, the second of which is said to have left what `left` makes of both. */
function inTurn(rounds: number, left: Left, more: Partial<Scene> = {}): readonly Scene[] {
  return Array.from({ length: rounds }, (_none, round) => {
    const list = (key: string, remaining: number, place: number): Scene => {
      const second = 10 + round + place / 10
      return { ask: 'GET /pets', json: [], key, at: [second, second + 0.05], quota: [60, remaining, 60] }
    }
    const [first, second] = [58 - 2 * round, 59 - round]
    return [
      list('a', first + 1, 0),
      list('a', first, 1),
      { ...list('b', left(first, second, round), 2), ...more },
    ]
  }).flat()
}

const lesser: Left = (first, second) => Math.min(first, second)

test.for<Row>([
  ['its own', inTurn(20, (_first, second) => second), []],
  [
    'the lesser one of both',
    inTurn(20, lesser),
    [
      'LIMIT-11 or LIMIT-3: expected what the key itself has left, not what another one has; actual the X-RateLimit-Remaining of another key, 16 times',
    ],
  ],
  ['the lesser one of both, which shows too seldom', inTurn(11, lesser), []],
  [
    'the lesser one of both, but now and then',
    inTurn(20, (first, second, round) => Math.min(first, second) - Number(round % 6 === 0)),
    [],
  ],
  ['what others who use it too have left it', inTurn(20, (first) => first - 1), []],
  ['the lesser one of both, of another window', inTurn(20, lesser, { quota: [60, 20, 120] }), []],
])('a key is said to have left %s', ([_what, scenes, findings]) => {
  expect(found(figuresAreItsOwn, scenes).map((one) => one.replace(/ \(.*/, ''))).toEqual(findings)
})
