import { didYouMean } from '../../../spec/index.ts'

/** Says that a key is not among those that are known, and which one it resembles. */
export function noSuchKey(known: Iterable<string>, key: string): string {
  return `There is no key ${JSON.stringify(key.slice(0, 60))}.${didYouMean(key, [...known])}`
}
