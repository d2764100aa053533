import { expect, test } from 'vitest'
import { clauses } from '../../spec/clauses.ts'
import { breaches } from './devil/breaches.ts'
import { devilries, mixOf, nameOf, type Mix } from './devil/devilries.ts'
import { isDevilUnblamed, judgeBreaches, judgeDevil, runOf, shrunk } from './judge-devil.ts'

const FULL: Mix = Object.fromEntries(devilries.map(({ name, values }) => [name, values.at(-1) ?? '']))

test('of a blamed mix, what can be plain becomes plain, wherever it stands', async () => {
  const needed = [devilries[0]?.name, devilries[31]?.name, devilries.at(-1)?.name].map(String)
  const least = await shrunk(FULL, (mix) => Promise.resolve(needed.every((name) => name in mix)))
  expect(Object.keys(least).toSorted()).toEqual(needed.toSorted())
})

test('a devilry that is needed only beside another one goes with that one', async () => {
  const [one, other, third] = ['order', 'ids', 'names']
  const getsVerdict = (mix: Mix): boolean => 'pace' in mix && ('ids' in mix || !('order' in mix))
  const mix = Object.fromEntries([one, other, third, 'pace'].map((name) => [name, 'x']))
  expect(await shrunk(mix, (some) => Promise.resolve(getsVerdict(some)))).toEqual({ pace: 'x' })
})

test('a mix that is blamed when all is plain shrinks to nothing', async () => {
  expect(nameOf(await shrunk(FULL, () => Promise.resolve(true)))).toBe('plain')
})

test('a seed gives the same mix and the same run each time, and every value occurs in some mix', () => {
  expect([mixOf(7), runOf(7)]).toEqual([mixOf(7), runOf(7)])
  const all = Array.from({ length: 300 }, (_none, seed) => mixOf(seed))
  for (const { name, values } of devilries)
    expect(new Set(all.map((mix) => mix[name]))).toEqual(new Set<string>(values))
})

// None of the first three is among those that were blamed. Then, a bucket fills beside a refusal; a wait is prolonged by HEAD; nothing
// has come back by a clock that is behind; free errors see a window roll; and a third refusal begins a ban without a word of it.
// Two keys are used alike, and their buckets filled; what comes back is taken by a PATCH; a wait is in milliseconds; a day is given back
// one by one; a scheme in another case is refused where nothing is left; and a day that was used up ends with a minute.
test.for([7, 9, 11, 103, 292, 461, 548, 630, 640, 988, 1032, 1040, 1222, 1259, 1533])(
  'the devil of seed %i is blamed for nothing',
  async (seed) => {
    const verdict = await judgeDevil(seed)
    expect(isDevilUnblamed(verdict), verdict.broken.join()).toBe(true)
  },
)

test('a promise that the devil breaks is reported on its clause', async () => {
  const some = breaches.filter(({ name }) => name === 'id-as-text' || name === 'created-not-added')
  const verdicts = await judgeBreaches(some, {}, 0)
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['right', 'right'])
})

test('each breach has a name of its own and breaks clauses of the document', () => {
  expect(new Set(breaches.map(({ name }) => name)).size).toBe(30)
  const musts = clauses.flatMap(({ id, level }) => (level === 'must' ? [id] : []))
  for (const { breaks } of breaches) expect(musts).toEqual(expect.arrayContaining([...breaks]))
})
