import { expect, test } from 'vitest'
import { choosable } from '../../../spec/choices.ts'
import { clauses } from '../../../spec/clauses.ts'
import { mixes } from './mixes.ts'
import { drawSample, readSample, findRemaining, type Mutated } from './sample.ts'

const FILE = 'mock/core/pets/list-pets.ts'
const SOURCE = `const page = limit > 100 ? 100 : limit
const next = page < 1
`

function killed(line: number, was: string, statusReason: string, how: Partial<Mutated> = {}): Mutated {
  const column = (SOURCE.split('\n')[line - 1] ?? '').indexOf(was) + 1
  const location = { start: { line, column }, end: { line, column: column + was.length } }
  const result = { id: '1', status: 'Killed', killedBy: ['0'], statusReason, replacement: 'true' }
  return { file: FILE, source: SOURCE, sourceNow: SOURCE, location, ...result, ...how }
}

test('some mutants are drawn for each clause and each open point that they change', () => {
  const all = [
    killed(1, 'limit > 100', 'broken LIST-3; broken LIST-2'),
    killed(2, 'page < 1', 'read limit-below-1: clamped'),
  ]
  const common = { mix: 'default', file: FILE, becomes: 'true' }
  expect(drawSample(all, new Map([['0', 'default']]))).toEqual([
    { ...common, reports: 'broken LIST-3', was: 'limit > 100' },
    { ...common, reports: 'read limit-below-1: clamped', was: 'page < 1' },
  ])
})

test('the mutants of a clause are of different files, where there are several', () => {
  const ofOneFile = ['limit > 100', '100 : limit'].map((was) => killed(1, was, 'broken LIST-3'))
  const ofAnother = killed(1, 'limit > 100', 'broken LIST-3', { file: 'mock/core/pets/page.ts' })
  const drawn = drawSample([...ofOneFile, ofAnother], new Map())
  expect(new Set(drawn.map(({ file }) => file))).toEqual(new Set([FILE, ofAnother.file]))
})

test.each<[string, Partial<Mutated>]>([
  ['survived', { status: 'Survived' }],
  ['decides while a module loads', { static: true }],
  ['has lost its code', { sourceNow: SOURCE.replace('limit > 100', 'limit >= 101') }],
  ['only ended a run', { statusReason: 'ended: TypeError' }],
])('no mutant is drawn that %s', (_what, how) => {
  expect(drawSample([killed(1, 'limit > 100', 'broken LIST-3', how)], new Map())).toEqual([])
})

test('the sample names existing clauses, open points and mixes', async () => {
  const ids = new Set<string>([...clauses, ...choosable].map(({ id }) => id))
  const names = new Set(mixes.map(({ id }) => id))
  for (const { reports, mix } of await readSample()) {
    expect([reports, ids.has(/^(?:not )?\w+ ([\w-]+)/.exec(reports)?.[1] ?? '')]).toEqual([reports, true])
    expect(names).toContain(mix)
  }
})

test('each clause of the sample has a mutant whose code is still in the mock; npm run lab -- mutants draws another', async () => {
  expect((await findRemaining(await readSample())).lost).toEqual([])
})
