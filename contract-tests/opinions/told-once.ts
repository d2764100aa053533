import type { Finding } from './judge.ts'

/** Where another tool finds what a clause of ours says already: in the place and the words of its finding. */
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

/** Our findings, which name their clauses; and of another tool's what ours do not say already, once for each place. */
export function toldOnce(own: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const said = own.flatMap(({ message }) => SAID[message.split(':')[0] ?? ''] ?? [])
  const left = others.filter(
    ({ path = '', message }) => !said.some((pattern) => pattern.test(`${path} ${message}`)),
  )
  // A place within the body or the headers is wrong once, in however many words.
  const first = new Map(left.toReversed().map((finding) => [finding.path, finding]))
  const isNew = (finding: Finding): boolean =>
    finding.path?.includes('.') !== true || first.get(finding.path) === finding
  return [...own, ...left.filter(isNew)]
}
