/** The results of a check or a clause, in the order in which a sentence counts them. */
export const verdicts = ['held', 'broken', 'warned', 'not verified', 'error'] as const
export type Verdict = (typeof verdicts)[number]

/** The order of severity, the worst first. */
export const gravestFirst: readonly Verdict[] = ['broken', 'error', 'warned', 'not verified', 'held']

/** How glad to be of something; each form of a report has its colours for the three. */
export type Tone = 'good' | 'fair' | 'bad'

interface Look {
  /** Stands for the verdict, so that two verdicts never differ in colour alone. */
  readonly sign: string
  readonly tone: Tone
  /** Of the clauses that have it. */
  readonly heading: string
  /** An explanation, if the heading is not enough. */
  readonly remark?: string
}

/** How each verdict is shown, in every form of report. */
export const looks: Readonly<Record<Verdict, Look>> = {
  held: { sign: '✓', tone: 'good', heading: 'Held' },
  broken: { sign: '✗', tone: 'bad', heading: 'Broken' },
  warned: {
    sign: '!',
    tone: 'fair',
    heading: 'Warned',
    remark: 'A general standard asks for these, and the document does not.',
  },
  'not verified': { sign: '?', tone: 'fair', heading: 'Not verified' },
  error: {
    sign: '‼',
    tone: 'bad',
    heading: 'Errors of the suite itself',
    remark: 'The suite failed here. This says nothing of the service.',
  },
}

/** The gravest of the verdicts; a clause without a check is not verified. */
export function worst(given: readonly Verdict[]): Verdict {
  return gravestFirst.find((verdict) => given.includes(verdict)) ?? 'not verified'
}

/** How many there are of each. */
export function countVerdicts(given: readonly Verdict[]): Readonly<Record<Verdict, number>> {
  const counts = { held: 0, broken: 0, warned: 0, 'not verified': 0, error: 0 }
  for (const verdict of given) counts[verdict] += 1
  return counts
}
