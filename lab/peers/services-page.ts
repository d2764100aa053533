import { markdownTable } from '../../spec/markdown.ts'
import { falseOf, type Tally, type TruthRecord } from './check-truth.ts'
import type { Service } from './services.ts'

const head = `
# What the suite says of services that others wrote

The services of \`lab/peer-services/\` were written from [the document](../spec/service-interface.md) alone, as an engineer of each stack
writes one, with its usual validation and rate limiter: some with care, some with the mistakes that come by themselves. None was in the
repository before. What is true of each was then found by requests that use nothing of the suite, clause by clause and open point by open
point, and stands in \`lab/peer-services/services.yaml\`. Only then the suite was run.

\`npm run lab -- peers\` runs it again, with \`--exhaust --ban\`, and compares each claim with that truth. A claim of a breach is false if the
service keeps the clause, or if the claim expects something else than what is broken. A clause that held is false if the service breaks it
in what a run without \`--thorough\` asks. An observed open point is false if any value that the question names settles it otherwise.

Two more kinds of claims are compared with what was sent and what came back. _Words_ are what a reply is said to show, why something was not
verified, and how an open point is settled: a sentence that names a status, value, count or lack that the exchanges do not have is false,
and so is one that no rule of \`check-reasons.ts\` and \`check-actual.ts\` reads. _Curl lines_ stand under each breach and warning. A line is false
if it sends something else than the run has sent, or if a shell that runs it against the service, started again, gets nothing that shows
the breach. Lines of which the report itself says that they take more, such as going over the limit, are compared but not run; and
one that reads a pet of the run may show nothing where that pet is not.

The first figures are of two runs, with and without \`--exhaust --ban\`, before anything was mended. What was false then:

- A 400 before the key was looked at, where 401 is due, was a breach of BASE-1, BASE-3 or CREATE-4, and AUTH-2 or AUTH-3 held (Elysia,
  express-openapi-validator, Grape, Dancer2).
- A 422 for a field that is not documented was a breach of CREATE-1 (aiohttp), and a 400 for the scheme in lower case one of LIST-3 (Echo).
- Wrong types that came back in a new pet broke no clause of the pet (NestJS, Grape, Dancer2, Varnish).
- Ids that count up from 1000 or from 5000000000 were \`from-1\` (h3, Jetty), and errors did not count where each operation has a counter of its
  own (NestJS). A second \`limit\`, and PATCH of one pet, had not been asked before their point was said to be settled.
- The curl line of AUTH-3 over Jetty showed nothing: the key in another case is let in only on the connection of a good one. The line begins
  with a request with a good key now.

Words and lines were not counted then. When they first were, 33 reasons were false, or too vague to be compared: that a pet was lacking where
only its category was wrong, or two requests in a row where only their Reset could not be read.
`

const columns = [
  'service',
  'style',
  'first: breaches',
  'held',
  'observed',
  'now: breaches',
  'held',
  'observed',
  'words',
  'curl lines',
]

/** The part of the page about the services: the first figures, those of today, and every claim that is false today. */
export function servicesSection(records: readonly TruthRecord[], absent: readonly Service[]): string {
  const rows = records.map(({ service: { name, style, first }, breaches, clauses, points, words, lines }) => [
    name,
    style,
    ...[first.breaches, first.clauses, first.points].map(([all, wrong]) => share(all, wrong)),
    ...[breaches, clauses, points, words, lines].map(shareOf),
  ])
  const sum = (pick: (record: TruthRecord) => readonly [number, number]): string => {
    const all = records.map(pick)
    return share(
      all.reduce((total, [count]) => total + count, 0),
      all.reduce((total, [, wrong]) => total + wrong, 0),
    )
  }
  const both = (tally: Tally): readonly [number, number] => [tally.all, tally.false.length]
  const total = [
    'all',
    '',
    sum(({ service }) => service.first.breaches),
    sum(({ service }) => service.first.clauses),
    sum(({ service }) => service.first.points),
    sum(({ breaches }) => both(breaches)),
    sum(({ clauses }) => both(clauses)),
    sum(({ points }) => both(points)),
    sum(({ words }) => both(words)),
    sum(({ lines }) => both(lines)),
  ]
  const wrong = records.flatMap((record) =>
    falseOf(record).map((claim) => `- ${record.service.name}: ${claim.replaceAll('<', '&lt;')}`),
  )
  return [
    head,
    `Each figure is the number of claims that are false, of all.\n`,
    `${markdownTable(columns, [...rows, total])}\n`,
    ...absent.map(
      ({ name, install }) => `${name} is not in the table: it was not installed (\`${install}\`).\n`,
    ),
    wrong.length === 0 ? 'No claim is false today.\n' : `False today:\n\n${wrong.join('\n')}\n`,
  ].join('\n')
}

function shareOf({ all, false: wrong }: Tally): string {
  return share(all, wrong.length)
}

function share(all: number, wrong: number): string {
  return `${wrong} of ${all}`
}
