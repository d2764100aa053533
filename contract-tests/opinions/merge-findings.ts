import type { Finding } from './judge.ts'

/** Patterns for findings of another tool that repeat a clause of ours, by their place and message. */
const SAID: Readonly<Record<string, RegExp>> = {
  'PET-1': /^body\b.*\bid\b/,
  'PET-3': /^body\b.*\bname\b/,
  'PET-4': /^body\b.*\bcategoryId\b/,
  'PET-5': /^body\b.*\bstatus\b/,
  'ERROR-1': /^body\b/,
  'BASE-3': /media type|^body\b/,
  'LIMIT-1': /^header\b.*x-ratelimit/,
  'LIMIT-4': /^header\b.*x-ratelimit-reset/,
  'LIMIT-3': /^header\b.*x-ratelimit-remaining/,
  'LIMIT-8': /retry-after/,
}

/** Our findings, which name their clauses, and those of another tool that ours do not cover, one for each place. */
export function mergeFindings(own: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const said = own.flatMap(({ message }) => SAID[message.split(':')[0] ?? ''] ?? [])
  const left = others.filter(
    ({ path = '', message }) => !said.some((pattern) => pattern.test(`${path} ${message}`)),
  )
  // A place within the body or the headers is reported once, however many findings it has.
  const first = new Map(left.toReversed().map((finding) => [finding.path, finding]))
  const isNew = (finding: Finding): boolean =>
    finding.path?.includes('.') !== true || first.get(finding.path) === finding
  return [...own, ...left.filter(isNew)]
}
