// PROOF.md's sections on violations.
import { areaOf, clauses, type Clause } from '../../spec/clauses.ts'
import { markdownTable } from '../../spec/markdown.ts'
import type { Comparison } from './detect.ts'

/** Which clauses have violations. */
export function violationSection(detections: readonly Comparison[]): string {
  const tested = new Set(detections.flatMap(({ violation }) => violation.breaks))
  const isTested = ({ id }: Clause): boolean => tested.has(id)
  const promises = clauses.filter(({ level, party }) => level === 'must' && party !== 'client')
  const standards = clauses.filter(({ level }) => level === 'should')
  const untested = promises
    .filter((clause) => !isTested(clause))
    .map(({ id, text }) => `${id} has none: ${text} No reply can show that this is broken.`)
  return `## Violations

${promises.filter(isTested).length} of ${promises.length} promises have violations, and so have ${standards.filter(isTested).length} clauses that rest on a standard only.
${untested.join(' ')}
`
}

/** How many each tool notices, by area. */
export function detectionSection(detections: readonly Comparison[]): string {
  const byArea = Map.groupBy(detections, ({ violation }) => areaOf(violation.breaks[0]))
  return `## Detection, side by side

How many of the violations each tool notices. The contract suite counts only where it reported the right clause and no other.
The other tools count wherever they report anything. **Prism** judged the traffic of the same run, as its validating proxy does,
by \`spec/openapi.yaml\` with the corrections of \`contract-tests/opinions/prism/\`. **Dredd** asked for every documented response,
with the hooks of \`contract-tests/opinions/dredd/\`, which also go over the limit.

${markdownTable(
  ['violations of', 'cases', 'contract suite', 'Prism', 'Dredd'],
  [...byArea, ['all', detections] as const].map(([area, own]) => [
    area,
    own.length,
    own.filter(({ isRight }) => isRight).length,
    own.filter(({ prism }) => prism).length,
    own.filter(({ dredd }) => dredd).length,
  ]),
)}
`
}

/** Every violation, and which of the other tools notice it. */
export function violationList(detections: readonly Comparison[]): string {
  return `## All violations

${markdownTable(
  ['breaks', 'the service', 'Prism', 'Dredd'],
  detections.map(({ violation: { breaks, name, needs }, prism, dredd }) => [
    breaks.join(', '),
    needs === undefined ? name : `${name} (--${needs})`,
    prism ? 'notices' : '',
    dredd ? 'notices' : '',
  ]),
)}
`
}
