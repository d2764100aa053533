import { figure } from '../../spec/index.ts'
import { clients } from './clients.ts'
import { clockText } from './clock-text.ts'
import type { ClientResult } from './scenario-report.ts'

/**
 * Which of two clients was done sooner, and at what cost, in a sentence; or that there was no limit to learn from.
 * `undefined` where there is nothing to compare.
 */
export function comparisonOf(results: readonly ClientResult[]): string | undefined {
  if (results.length > 0 && results.every(({ ending, refused }) => ending === 'done' && refused === 0)) {
    return 'No client met the limit: give them more requests to do, or a lower speed.'
  }
  const [fast, slow] = results.toSorted((one, other) => one.seconds - other.seconds)
  if (!fast || !slow || results.some(({ ending }) => ending !== 'done')) return undefined
  const spared = slow.refused - fast.refused
  const cost =
    spared === 0
      ? 'as many requests refused'
      : `${figure(Math.abs(spared))} ${spared > 0 ? 'fewer' : 'more'} refused`
  const sooner = slow.seconds - fast.seconds
  if (sooner < 1) return `Both were done at the same time, ${clients[fast.client].name} with ${cost}.`
  return `${clients[fast.client].name} was done ${clockText(sooner * 1000)} sooner, with ${cost}.`
}
