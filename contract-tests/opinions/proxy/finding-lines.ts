import { printable } from '../../../spec/wording.ts'
import { findingText, type Finding } from '../judge.ts'
import { FINDING_HEADERS, type HeaderLine } from './headers.ts'

const MOST_LINES = 8
const LONGEST = 300

/** Header lines with the first few findings, which a web page can read too: breaches apart from warnings. */
export function findingLines(findings: readonly Finding[]): readonly HeaderLine[] {
  const shown = findings
    .flatMap((finding) => {
      const { severity } = finding
      return severity === 'correction'
        ? []
        : [[FINDING_HEADERS[severity], headerText(findingText(finding))] as const]
    })
    .slice(0, MOST_LINES)
  const names = new Set(shown.map(([name]) => name))
  return [...shown, ...Array.from(names, (name) => ['Access-Control-Expose-Headers', name] as const)]
}

/** The characters of our own texts that ASCII lacks. */
const IN_ASCII: Readonly<Record<string, string>> = { '…': '...', '’': "'", '−': '-', '→': '->', '×': 'x' }

/** A text in one line of ASCII, as a header requires: what is no text of ours is written as `\u00e9`. */
function headerText(text: string): string {
  const written = printable(text).replaceAll(
    /[^ -~]/g,
    (char) => IN_ASCII[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return written.length > LONGEST ? `${written.slice(0, LONGEST)}...` : written
}
