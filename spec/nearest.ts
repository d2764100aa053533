import { closestMatch } from 'leven'

/** The candidate that differs by at most two letters; `undefined` when none is so near. */
export function nearest(written: string, candidates: readonly string[]): string | undefined {
  return closestMatch(written, [...candidates], { maxDistance: 2 })
}

/** " Did you mean X?" for the candidate nearest to what was written; empty when none is near. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const nearest = closestMatch(written, [...candidates], {
    maxDistance: Math.max(2, Math.floor(written.length / 2)),
  })
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
