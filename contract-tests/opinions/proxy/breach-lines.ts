import type { Finding } from '../judge.ts'
import type { HeaderLine } from './end-to-end.ts'

const BREACH_HEADER = 'X-Contract-Breach'

const MOST_LINES = 8
const LONGEST = 300

/** A finding in one line. */
export function breachText({ path, message }: Finding): string {
  return path === undefined ? message : `${path}: ${message}`
}

/** Header lines that show what was found, the first few of it; readable for a web page, too. */
export function breachLines(findings: readonly Finding[]): readonly HeaderLine[] {
  if (findings.length === 0) return []
  const shown = findings.slice(0, MOST_LINES).map((finding) => breachText(finding).replaceAll(/[^ -~]/g, '?'))
  return [
    ...shown.map((text) => [BREACH_HEADER, text.slice(0, LONGEST)] as const),
    ['Access-Control-Expose-Headers', BREACH_HEADER],
  ]
}
