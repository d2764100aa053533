import { createHash } from 'node:crypto'

const SEED = '1'

/** Whether a mutant is one of the sample that holds one in so many, by its number in Stryker's report. */
export function isInSample(id: string, oneIn: number): boolean {
  return createHash('sha256').update(`${SEED} ${id}`).digest().readUInt32BE() % oneIn === 0
}
