import { closestMatch } from 'leven'

/** " Did you mean X?" for the candidate nearest to what was written; empty when none is near. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const nearest = closestMatch(written, [...candidates], {
    maxDistance: Math.max(2, Math.floor(written.length / 2)),
  })
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
