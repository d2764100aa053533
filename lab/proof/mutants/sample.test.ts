import { expect, test } from 'vitest'
import { choosable } from '../../../spec/choices.ts'
import { clauses } from '../../../spec/clauses.ts'
import { mixes } from './mixes.ts'
import { drawSample, readSample, whatIsLeft, type Mutated } from './sample.ts'

const FILE = 'mock/core/pets/list-pets.ts'
const SOURCE = `const page = limit > 100 ? 100 : limit
const next = page < 1
`

function killed(line: number, was: string, statusReason: string, how: Partial<Mutated> = {}): Mutated {
  const column = (SOURCE.split('\n')[line - 1] ?? '').indexOf(was) + 1
  const location = { start: { line, column }, end: { line, column: column + was.length } }
  const told = { status: 'Killed', killedBy: ['0'], statusReason, replacement: 'true' }
  return { file: FILE, source: SOURCE, sourceNow: SOURCE, location, ...told, ...how }
}

test('of what each clause and each open point was killed by, some are drawn', () => {
  const all = [
    killed(1, 'limit > 100', 'broken LIST-3; broken LIST-2'),
    killed(2, 'page < 1', 'read limit-below-1: clamped'),
  ]
  const common = { mix: 'default', file: FILE, becomes: 'true' }
  expect(drawSample(all, new Map([['0', 'default']]))).toEqual([
    { ...common, told: 'broken LIST-3', was: 'limit > 100' },
    { ...common, told: 'read limit-below-1: clamped', was: 'page < 1' },
  ])
})

test('those of a promise are of different files, where there are several', () => {
  const ofOneFile = ['limit > 100', '100 : limit'].map((was) => killed(1, was, 'broken LIST-3'))
  const ofAnother = killed(1, 'limit > 100', 'broken LIST-3', { file: 'mock/core/pets/page.ts' })
  const drawn = drawSample([...ofOneFile, ofAnother], new Map())
  expect(new Set(drawn.map(({ file }) => file))).toEqual(new Set([FILE, ofAnother.file]))
})

test.each<[string, Partial<Mutated>]>([
  ['survived', { status: 'Survived' }],
  ['decides while a module loads', { static: true }],
  ['is no more', { sourceNow: SOURCE.replace('limit > 100', 'limit >= 101') }],
  ['only ended a run', { statusReason: 'ended: TypeError' }],
])('none is drawn that %s', (_what, how) => {
  expect(drawSample([killed(1, 'limit > 100', 'broken LIST-3', how)], new Map())).toEqual([])
})

test('the sample speaks of clauses, open points and mixes that there are', async () => {
  const ids = new Set<string>([...clauses, ...choosable].map(({ id }) => id))
  const names = new Set(mixes.map(({ id }) => id))
  for (const { told, mix } of await readSample()) {
    expect([told, ids.has(/ ([\w-]+)/.exec(told)?.[1] ?? '')]).toEqual([told, true])
    expect(names).toContain(mix)
  }
})

test('each promise of the sample has a mutant whose code still stands in the mock; npm run lab -- mutants draws another', async () => {
  expect((await whatIsLeft(await readSample())).lost).toEqual([])
})
