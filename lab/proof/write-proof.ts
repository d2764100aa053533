import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../../spec/markdown.ts'
import { detectionSection, violationList, violationSection } from './write-detection.ts'
import { measuresOf, type Proof } from './measures.ts'
import { missSection } from './write-misses.ts'
import { operatorSection } from './write-operators.ts'
import { situationSection } from './write-situations.ts'
import { devilSection, freedomSection, soundnessSection, unobservedSection } from './write-soundness.ts'
import { strangerSection } from './write-strangers.ts'

/** PROOF.md: what a newcomer should read first, the figures, the tables, and every miss. */
export function writeProof(proof: Proof): string {
  const { detections, judgements, operators, situated, strangers } = proof
  return joined([
    introduction(proof),
    TRY_ONE,
    violationSection(detections),
    detectionSection(detections),
    soundnessSection(judgements),
    freedomSection(),
    devilSection(),
    unobservedSection(judgements),
    missSection(proof),
    operatorSection(operators),
    situationSection(situated),
    strangerSection(strangers, readSection(figuresOf('strangers'))),
    ...FIGURES_OF_OTHERS.map(readSection),
    violationList(detections),
  ])
}

/** What a proof prints on the terminal: the figures, every miss, and which figure is too low. */
export function summarize(proof: Proof): string {
  const { operators, situated, strangers } = proof
  const low = measuresOf(proof).flatMap(({ name, isEnough }) => (isEnough ? [] : [name]))
  const conclusion = low.length === 0 ? 'Every figure is high enough.' : `Too low: ${low.join(', ')}.`
  const sections = [
    figureTable(proof),
    missSection(proof),
    operatorSection(operators),
    situationSection(situated),
    strangerSection(strangers, ''),
  ]
  return `${joined(sections)}\n${conclusion}\n`
}

function introduction(proof: Proof): string {
  const { version, judgements } = proof
  return `# Proof

The contract suite says whether a pet store service keeps the promises of its one document. Before you trust it, you will want
to know how often it is wrong, in both directions: how often it misses a broken promise, and how often it blames a service that
did nothing wrong. So the suite itself is tested, on thousands of services of which the truth is established beforehand. Some
keep all promises but one, which was broken by hand, or by a program that goes through the document. The suite has to report
that one. Others keep every promise, and settle in their own ways what the document leaves open. The suite has to blame none of
them. A command in this repository produces each figure below, and lists by name whatever the suite missed.

${figureTable(proof)}
A violation or an operator is *laid over* a service: code between the suite and the service changes some of its requests or
replies. An *open point* is what the document leaves open, and its *variants* are the lawful ways to settle it. A *default run* is
given an address and two keys, and asked for nothing else.

Written by \`npm run lab -- proof --all\`, which \`--laid N\` shortens by laying no more over each stranger; version ${version}. The seeds are 1 to ${judgements.filter(({ lawful }) => lawful.mock.vary !== undefined).length} for random mixes, and 1 for generated bodies.
\`npm run lab -- proof\` does the same with a sample of the operators and of what is laid over strangers. It fails where a figure is
below 100 %; for the operators 99 % is enough, in situations and over strangers 90 %.
`
}

function figureTable(proof: Proof): string {
  const rows = measuresOf(proof).map(({ name, about, figure }) => [name, about, figure])
  return `${markdownTable(['measure', 'what is counted', 'figure'], rows)}\n`
}

const TRY_ONE = `## Try one yourself

You need Node, a clone of this repository and two minutes. Run \`npm ci\`. Think of a way in which a service may break its
promises, and add it to \`lab/proof/violations/careless.ts\` above the last line, for example:

\`\`\`ts
violation(
  'LIST-4', // the clause of spec/clauses.yaml that it breaks
  'my own: the default page holds 19',
  onRequest(
    (request) => request.operation === 'listPets' && !request.path.includes('?'),
    (request) => ({ ...request, path: '/pets?limit=19' }),
  ),
),
\`\`\`

\`npm run lab -- proof --only 'my own'\` lays it over the mock and over another service, and prints the clauses that the suite reports.
\`violations/mutate.ts\` has the functions that violations are written with; [CONTRIBUTING](../CONTRIBUTING.md#to-add-a-violation)
explains the rest. If the suite reports nothing, or another clause, the suite is wrong: please report it.
`

// Longer commands write these sections.
const FIGURES_OF_OTHERS = ['specmatic', 'schemathesis', 'mutants', 'mutants/own-tests', 'steady'].map(
  figuresOf,
)

function figuresOf(folder: string): string {
  return join(import.meta.dirname, folder, 'figures.md')
}

function readSection(file: string): string {
  return existsSync(file) ? `${readFileSync(file, 'utf8').trimEnd()}\n` : ''
}

function joined(sections: readonly string[]): string {
  return sections.filter((section) => section !== '').join('\n')
}
