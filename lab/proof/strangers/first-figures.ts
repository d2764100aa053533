import type { MixFigures } from './mix-figures.ts'

/** What the suite of commit 0efca2d reported, before it was corrected with the help of these strangers. */
export const firstFigures: readonly Omit<MixFigures, 'findings'>[] = [
  {
    stranger: 'juniper',
    mixes: {
      'a default run': { tried: 60, blamed: 0 },
      '--exhaust': { tried: 20, blamed: 0 },
      '--exhaust --ban': { tried: 20, blamed: 0 },
    },
    breaches: {
      default: { seen: 17, 'wrong clause': 0, missed: 13 },
      mixes: { seen: 33, 'wrong clause': 2, missed: 25 },
    },
  },
  {
    stranger: 'sedge',
    mixes: {
      'a default run': { tried: 60, blamed: 0 },
      '--exhaust': { tried: 20, blamed: 3 },
      '--exhaust --ban': { tried: 20, blamed: 3 },
    },
    breaches: {
      default: { seen: 16, 'wrong clause': 0, missed: 14 },
      mixes: { seen: 35, 'wrong clause': 3, missed: 22 },
    },
  },
  {
    stranger: 'tamarack',
    mixes: {
      'a default run': { tried: 60, blamed: 0 },
      '--exhaust': { tried: 20, blamed: 0 },
      '--exhaust --ban': { tried: 20, blamed: 0 },
    },
    breaches: {
      default: { seen: 14, 'wrong clause': 0, missed: 16 },
      mixes: { seen: 28, 'wrong clause': 0, missed: 32 },
    },
  },
]
