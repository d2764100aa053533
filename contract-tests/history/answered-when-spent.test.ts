import { describe, expect, test } from 'vitest'
import { errorsAreRefusedToo } from './answered-when-spent.ts'
import { found, type Row } from './testing/findings.ts'
import { at, refused } from './testing/quota-scenes.ts'
import type { Scene } from './testing/story.ts'

describe('an error over the limit', () => {
  const notFound = (second: number, left: number, more: Partial<Scene> = {}): Scene =>
    at(second, left, 60, { ask: 'GET /pets/7', status: 404, json: {}, ...more })
  const read = at(9, 4, 60, { ask: 'GET /pets/1', json: { id: 1, name: 'Rex', categoryId: 1 } })
  const charged = [read, at(10, 3, 60), notFound(10.1, 2), notFound(10.2, 1)]
  const spent = [...charged, at(11, 0, 60)]
  const over = notFound(12, 0)

  test.for<Row>([
    ['is a refusal', [...spent, refused(11.9, 48, 60), refused(12, 48, 60)], []],
    [
      'is no error where errors count',
      [...spent, refused(11.9, 48, 60), over],
      [
        'LIMIT-7 or LIMIT-5 or LIMIT-3: expected 429, nothing being left; actual status 404 (#5 0 of 60 left; #6 status 429, Retry-After: 48; #7 status 404)',
      ],
    ],
    [
      'may be one where they are free',
      [at(10, 1, 60), notFound(10.1, 1), notFound(10.2, 1), at(11, 0, 60), refused(11.9, 48, 60), over],
      [],
    ],
    ['may be one where it is not known', [at(11, 0, 60), refused(11.9, 48, 60), over], []],
    ['may be one of what is never served', [...spent.slice(1), refused(11.9, 48, 60), over], []],
    ['may be one where some are left', [...charged, refused(11.9, 48, 60), over], []],
    ['may be one where something comes back soon', [...spent, refused(11.9, 1, 60), over], []],
    ['may be one before anything is refused', [...spent, over, refused(13, 47, 60)], []],
  ])('%s', ([_what, scenes, findings]) => {
    expect(found(errorsAreRefusedToo, scenes)).toEqual(findings)
  })
})
