import type { MixFigures } from './mix-figures.ts'

/** What the suite of commit 0efca2d reported, before it was corrected with the help of these strangers. */
export const firstFigures: readonly Omit<MixFigures, 'findings'>[] = []
