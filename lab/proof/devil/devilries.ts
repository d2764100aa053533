/**
 * The freedoms that the document leaves. The first value of each is the plain one.
 *
 * By the reading of this project, some are none, and left out: others change or remove pets (the document has no update and
 * no delete, so that a pet never changes and never goes), and keys that the staging address does not accept. Left out too
 * are values whose lawfulness can be disputed: a status of null, or one that a pet has and does not show; a valid key that
 * may only read; a ban that outlasts its Retry-After, as one does that the first 429 begins; a Reset at which one more request
 * is left, not the whole limit, or that lies more than a day ahead; a message that describes another error; one quota for
 * several keys (LIMIT-11); and many keys of others that differ from ours alike, which is what a service does that compares keys
 * without their letter case.
 */
import { Chance, hash } from './random.ts'

export interface Devilry {
  readonly name: string
  readonly values: readonly string[]
}
export type Mix = Readonly<Record<string, string>>

/** `by-value`: another choice for each value sent; `by-request`: another choice each time. */
const BY_VALUE = 'by-value'
const BY_REQUEST = 'by-request'
const WINDOWS = [
  'calendar',
  'first-request',
  'rolling',
  'rolling-with-refusals',
  'bucket',
  'bucket-seconds-down',
  'bucket-seconds-up',
]

const table = {
  // The others, and what is there already
  neighbours: ['none', 'one-each', 'bursts', 'flood'],
  neighbourNames: ['plain', 'common', 'like-sent', 'copies-of-old', 'mixed'],
  initial: ['none', 'few', 'common', 'many', 'odd'],
  // Pets
  order: ['oldest', 'newest', 'by-name', 'by-hash'],
  ids: ['from-1', 'from-0', 'beyond-2^53', 'across-2^53', 'random', 'negative', 'up-to-the-last'],
  categories: ['any', 'positive', 'in-a-set', 'every-third', '31-bits', 'even'],
  names: [
    'any',
    'ascii',
    'letters',
    'two-letters',
    'up-to-30',
    'up-to-10',
    'no-blanks',
    'unique',
    'capitalized',
  ],
  nameForm: ['as-sent', 'trimmed', 'nfc', 'trimmed-nfc'],
  defaultStatus: ['available', 'pending', 'sold', 'absent'],
  unknownMembers: ['dropped', 'kept', 'refused', BY_VALUE],
  twiceMembers: ['last', 'first', 'refused'],
  oddIntegers: ['refused', 'taken', BY_VALUE],
  petExtras: ['none', 'created-at', 'nested'],
  location: ['none', 'path', 'absolute', 'wrong-looking'],
  // Requests that the document does not describe
  contentType: ['taken', '415', '400', BY_VALUE],
  accept: ['ignored', '406', BY_VALUE],
  bodyOnGet: ['ignored', '400'],
  limitOutside: ['400', 'clamped', 'ignored', '422', BY_VALUE, BY_REQUEST],
  statusOutside: ['400', 'ignored', 'empty', '422', 'any-case', BY_VALUE, BY_REQUEST],
  queryTwice: ['last', 'first', '400', BY_VALUE],
  queryUnknown: ['ignored', '400', BY_VALUE],
  petIdOdd: ['404', '400', '422', 'read', BY_VALUE, BY_REQUEST],
  trailingSlash: ['404', 'same', BY_REQUEST],
  head: ['as-get', '405', '404', '501'],
  options: ['204', '200', '405', '404'],
  otherMethods: ['405', '404', '501', '403', 'served'],
  elsewhere: ['404', '401-without-key', 'served'],
  methodOrKey: ['key-first', 'method-first'],
  pages: ['none', 'link-cursor', 'link-offset', 'link-page', 'link-relative'],
  // Versioning
  deprecation: ['none', 'sunset', 'draft-true', 'dated', 'warning', BY_REQUEST],
  afterRemoval: ['served', '404', '410', '404-a-day-later'],
  // Keys
  bearerSpelling: ['refused', 'taken', BY_VALUE],
  nearKeys: ['none', 'prefix', 'longer', 'other-case'],
  keyScope: ['shared', 'own-pets'],
  staging: ['own', 'same-pets', 'same-limits', 'all-the-same'],
  challenge: ['none', 'bearer', 'bearer-realm'],
  anonymous: ['fixed', 'counted'],
  // Limits
  minuteWindow: WINDOWS,
  dayWindow: WINDOWS,
  dayZone: ['utc', '+05:30', '-08:00'],
  told: ['minute', 'day', 'turns', 'tightest', BY_REQUEST],
  toldOnRefusal: ['exceeded', 'as-usual'],
  resetRounding: ['up', 'down', BY_REQUEST],
  errors: ['count', 'free', '400-free', '404-free'],
  otherRequestsCount: ['yes', 'no'],
  enterprise: ['5000', '7', '1'],
  retryAfter: [
    'seconds',
    'http-date',
    'iso-date',
    'with-unit',
    'iso-duration',
    'milliseconds',
    'unix-seconds',
    'unix-milliseconds',
    BY_REQUEST,
  ],
  banAfter: ['never', '3', '10'],
  banCount: ['in-a-row', 'in-total'],
  banStatus: ['429', '401', '403'],
  banLength: ['60', '900', '86400', 'grows'],
  banTold: ['yes', 'no'],
  body429: ['error', 'object', 'empty', 'text', 'array', BY_REQUEST],
  // How things are said
  errorCodes: ['by-status', 'by-message', 'numeric', 'constant', 'opaque-each'],
  errorMessages: ['plain', 'foreign', 'long'],
  errorExtras: ['none', 'details', 'misleading', BY_REQUEST],
  spacing: ['compact', 'spaced', 'pretty', 'tabs', 'escaped', BY_REQUEST],
  memberOrder: ['plain', 'reversed', 'shuffled'],
  charset: ['none', 'utf-8', 'quoted', 'upper', BY_REQUEST],
  headerCase: ['canonical', 'lower', 'upper', 'mixed', BY_REQUEST],
  // Time
  dateHeader: ['yes', 'no'],
  clockOff: ['0', '4', '-4', '2.3', '-1.7'],
  start: ['midday', 'minute-end', 'day-end', 'before-removal', 'after-removal'],
  pace: ['0', '13', '450'],
  replies: ['at-once', 'slow', 'reordered'],
} as const satisfies Record<string, readonly string[]>

export type DevilryName = keyof typeof table

export const devilries: readonly Devilry[] = Object.entries(table).map(([name, values]) => ({ name, values }))

/** A value for each freedom, the same for the same seed. */
export function mixOf(seed: number): Mix {
  const chance = new Chance('mix', seed)
  // Some mixes are devilish all over, others in a few places.
  const plainIn10 = chance.pick([0, 2, 5, 8])
  const mix: Record<string, string> = {}
  for (const { name, values } of devilries) {
    const drawn = chance.pick(values)
    mix[name] = chance.int(10) < plainIn10 ? (values[0] ?? drawn) : drawn
  }
  return mix
}

/** What of a mix is not plain, as `names=unique, order=newest`. */
export function nameOf(mix: Mix): string {
  const odd = devilries.filter(({ name, values }) => (mix[name] ?? values[0]) !== values[0])
  return odd.map(({ name }) => `${name}=${mix[name] ?? ''}`).join(', ') || 'plain'
}

/** Reads a mix: what holds here, for this value, at this request. */
export class Choices {
  readonly #mix: Mix
  readonly #seed: number

  constructor(mix: Mix, seed: number) {
    for (const [name, value] of Object.entries(mix)) {
      const known = devilries.find((one) => one.name === name)
      if (!known?.values.includes(value)) throw new Error(`no such devilry: ${name}=${value}`)
    }
    this.#mix = mix
    this.#seed = seed
  }

  of(name: DevilryName): string {
    return this.#mix[name] ?? table[name][0]
  }

  /** The choice for one value, at the request of that number. */
  at(name: DevilryName, value: string, requestNumber: number): string {
    const chosen = this.of(name)
    if (chosen !== BY_VALUE && chosen !== BY_REQUEST) return chosen
    const real = table[name].filter((one) => one !== BY_VALUE && one !== BY_REQUEST)
    const salt = chosen === BY_VALUE ? value : `#${requestNumber}`
    return real[hash(this.#seed, name, salt) % real.length] ?? table[name][0]
  }
}
