// PROOF.md's sections on services that conform.
import { markdownTable } from '../../spec/markdown.ts'
import type { ComparedJudgement } from './check-lawful.ts'
import { devilries } from './devil/devilries.ts'
import { freedoms } from './free/freedoms.ts'
import { troubles } from './lawful.ts'
import { isFair } from './measures.ts'

/** False alarms of each tool, by what disturbs the run. */
export function soundnessSection(judgements: readonly ComparedJudgement[]): string {
  const moments = new Set(judgements.map(({ lawful }) => lawful.begins)).size
  return `## Soundness, side by side

False alarms on ${judgements.length} conforming services. Each is the mock with other lawful variants: every pair of variants occurs at least
once, and random mixes come on top. The services have 0 to 500 pets and start at ${moments} moments, among them the last seconds of a
year and a day after the removal of getPet. Dredd cannot know that this removal is lawful. What disturbs a run is named in the
first column; Dredd's own requests are not disturbed.

${markdownTable(
  ['services', 'cases', 'contract suite', 'Prism', 'Dredd'],
  troubles.map((trouble) => {
    const own = judgements.filter(({ lawful }) => lawful.trouble === trouble)
    return [
      trouble === 'none' ? 'no trouble' : trouble,
      own.length,
      own.filter((one) => !isFair(one)).length,
      own.filter(({ prism }) => prism).length,
      own.filter(({ dredd }) => dredd).length,
    ]
  }),
)}
`
}

export function freedomSection(): string {
  return `## Freedoms

The services above are all the mock, and the suite's authors know its variants. The services of this section share no code with
it. Where the document leaves something open, they do what misleads a tester most; every pair of these values occurs
at least once:

${markdownTable(
  ['freedom', 'values'],
  Object.entries(freedoms).map(([name, values]) => [name, values.join(' · ')]),
)}

One freedom is left out, because no test can distinguish it from a breach: while the suite runs, others add copies of exactly
the pets that the suite has just added. A service that adds each pet twice looks the same.

Eight violations of earlier versions turned out to be lawful by the document and were removed: Retry-After as a fraction, as an
ISO date, with its unit behind it, as a date of another time zone, and in milliseconds; categories below zero refused; a category
of 0; and a quota that is not whole at Reset, as where a window rolls.
`
}

export function devilSection(): string {
  return `## The devil

One service more conforms, and means harm. Somebody wrote it from the document alone, without having seen this repository: it has
${devilries.length} freedoms, and settles many of them anew for each request or each value that is sent. Others add pets while the suite runs,
under names like those of the suite. It refuses a category because of its last digit, and does so always. Requests that are sent together are
answered in another order. A seed chooses the values; the suite is run by default, with \`--exhaust\`, or with \`--exhaust --ban\`,
with keys of several plans, and at half of the seeds with the staging address. Where the service's clock goes on between two
requests, there is no control of it, as with a real service.

${markdownTable(
  ['devilry', 'values; the first one is plain'],
  devilries.map(({ name, values }) => [name, values.join(' · ')]),
)}

\`npm run lab -- devil\` runs the suite against it, and shrinks what is blamed to the least devilry that still is. Its author had more
freedoms in mind, which the project does not read in the document and leaves out: others who change or remove pets (there is
no update and no delete, so a pet never changes and never goes), keys that the staging address does not accept, a pet whose status
is null, a pet that is listed under a status which it does not show, a valid key that may only read, a ban that outlasts its
Retry-After, a Reset at which only one more request is left, a message that describes another error, and one quota for several
keys, against which LIMIT-11 stands. Two devilries cannot be told from a breach by anyone. A neighbour who copies our pet at once: it
looks as if the pet had been added twice, or as if a refused body had been stored. So the devil's neighbours copy pets that were there
before the run, and no name that a client sends. And customers whose keys are ours in every spelling of upper and lower case: that is
what a service looks like that compares keys without their case. So one key of another customer is near ours, and not all of them.
`
}

/** How often each open point was not observed. */
export function unobservedSection(judgements: readonly ComparedJudgement[]): string {
  const unseen = judgements.flatMap((one) => one.unseen)
  return `## Open points that could not be observed

The suite never guesses: where a run cannot show the variant, the report says why.

${markdownTable(
  ['open point', 'services'],
  Array.from(
    Map.groupBy(unseen, (id) => id),
    ([id, { length }]) => [id, length],
  ),
)}
`
}
