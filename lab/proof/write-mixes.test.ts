import { expect, test } from 'vitest'
import type { MixFigures } from './strangers/mix-figures.ts'
import { mixSection } from './write-mixes.ts'

const now: MixFigures = {
  stranger: 'sedge',
  mixes: {
    'a default run': { tried: 60, blamed: 0 },
    '--exhaust': { tried: 20, blamed: 0 },
    '--exhaust --ban': { tried: 20, blamed: 0 },
  },
  breaches: {
    default: { seen: 29, 'wrong clause': 0, missed: 1 },
    mixes: { seen: 60, 'wrong clause': 0, missed: 0 },
  },
  findings: ['id_race, by default: reported nothing, due is PET-2'],
}
const first = { ...now, mixes: { ...now.mixes, '--exhaust': { tried: 20, blamed: 3 } } }

test('the figures of the first attempt stand beside those of now, and what was not seen below', () => {
  const section = mixSection([now], [first])
  expect(section).toMatch(/\| sedge +\| mixes blamed \(--exhaust\) +\| 3 of 20 +\| 0 of 20 +\|/)
  expect(section).toMatch(/\n\n- sedge, id_race, by default: reported nothing, due is PET-2\n$/)
})

test('a stranger that was not there at first has figures of now only', () => {
  expect(mixSection([now], [])).toMatch(/\| sedge +\| breaches under mixes +\| +\| 60 seen/)
})
