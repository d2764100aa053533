import { coveringArray } from './covering-array.ts'

/**
 * What the document leaves to a service, with the values that mislead a tester most. Every combination is a service that
 * conforms.
 */
export const freedoms = {
  /** Which categories it accepts; a refusal is a 400, as of any invalid value. */
  categories: ['any', 'positive', 'known', 'every third', '31 bits'],
  /** Which names it accepts. */
  names: [
    'any',
    'letters',
    'ASCII',
    'two letters',
    'at most 30',
    'at most 10',
    'capitalized',
    'not blank',
    'unique',
  ],
  /** What other clients add between two requests of the suite. */
  neighbours: [
    'none',
    'pets without a name',
    'names that others have',
    'beginnings of our names',
    'bursts',
    'copies and others',
  ],
  /** How many pets there are before the run. */
  pets: ['0', '3', '25', '70', '97', '140'],
  /** How those pets are named. */
  named: ['plainly', 'as clients name them'],
  order: ['oldest', 'newest', 'by name'],
  /** The form of Retry-After, whose unit and format the document does not show. */
  wait: [
    'seconds',
    'HTTP date',
    'with a unit',
    'ISO date',
    'ISO duration',
    'milliseconds',
    'Unix time',
    'Unix milliseconds',
  ],
  /** The key of another customer, compared with the run's keys. */
  otherKey: ['unlike', 'ours without its end', 'ours without its start', 'ours and an x', 'ours in capitals'],
  window: ['calendar', 'first request', 'rolling'],
  /** Which window the headers are about, those of refusals too. */
  reports: ['the fewest left', 'the day'],
  errors: ['count', 'are free'],
  ban: ['none', 'after 3'],
  /** Whether a list accepts an invalid limit or status. */
  lenient: ['no', 'yes'],
  replies: ['at once', 'slow'],
  /** Whose clock the Date of a reply is of. */
  date: ['of the service', 'of a gateway ahead', 'of a gateway behind'],
  /** Whether a run controls its clock; if not, where in a minute the run begins. */
  clock: ['is controlled', 'goes on in a minute', 'goes on at the end of a minute'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Freedoms = typeof freedoms

/** A value for each freedom. */
export type Mix = { readonly [Name in keyof Freedoms]: Freedoms[Name][number] }

const MIXES = 200

/** 200 mixes: every pair of values occurs in at least one; the rest are random, the same each time. */
export function mixes(): readonly Mix[] {
  const pairs = coveringArray(freedoms).map((row) =>
    mixOf((name, values) => values.find((value) => value === row[name])),
  )
  const next = randomFrom(1)
  const others = Array.from({ length: Math.max(0, MIXES - pairs.length) }, () =>
    mixOf((_name, values) => values[Math.floor(next() * values.length)]),
  )
  return [...pairs, ...others]
}

/** The name of a mix: `categories known, names letters, …`. */
export function nameOf(mix: Mix): string {
  return Object.entries(mix)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

type Choose = <Value>(name: keyof Freedoms, values: readonly Value[]) => Value | undefined

function mixOf(choose: Choose): Mix {
  const chosen = <Value>(name: keyof Freedoms, values: readonly Value[]): Value => {
    const value = choose(name, values)
    if (value === undefined) throw new Error(`nothing was chosen of ${name}`)
    return value
  }
  return {
    categories: chosen('categories', freedoms.categories),
    names: chosen('names', freedoms.names),
    neighbours: chosen('neighbours', freedoms.neighbours),
    pets: chosen('pets', freedoms.pets),
    named: chosen('named', freedoms.named),
    order: chosen('order', freedoms.order),
    wait: chosen('wait', freedoms.wait),
    otherKey: chosen('otherKey', freedoms.otherKey),
    window: chosen('window', freedoms.window),
    reports: chosen('reports', freedoms.reports),
    errors: chosen('errors', freedoms.errors),
    ban: chosen('ban', freedoms.ban),
    lenient: chosen('lenient', freedoms.lenient),
    replies: chosen('replies', freedoms.replies),
    date: chosen('date', freedoms.date),
    clock: chosen('clock', freedoms.clock),
  }
}

/** Numbers from 0 to 1, the same for the same seed (a linear congruential generator of 32 bits). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
