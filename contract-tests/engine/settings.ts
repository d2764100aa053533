import { areaOf, clauses, type ClauseId } from '../../spec/clauses.ts'
import type { Int64 } from '../../spec/exact-json/int64.ts'
import type { PlanId } from '../../spec/plans.ts'
import { didYouMean } from '../../spec/wording.ts'
import { KEY_VARIABLES, type KeyVariables } from './keys.ts'

/** The settings of a run. */
export interface ContractSettings {
  /** Ends with `/v1`. */
  readonly baseUrl: string
  /** The service's second, staging base address, if there is one. */
  readonly secondBaseUrl: string | undefined
  readonly key: string
  /** For the check that one key's use is not charged to another. */
  readonly secondKey: string | undefined
  /** By these names the commands in reports read the keys. */
  readonly keyVariables: KeyVariables
  /** The plan of the keys; found out from their limits where it is not said. */
  readonly plan: PlanId | undefined
  /** That of the second key, where it has another one. */
  readonly secondPlan: PlanId | undefined
  /** Short text in the name of every pet that the run adds, by which they can be found. */
  readonly mark: string
  /** A category that the service is sure to accept, for one that refuses others; otherwise those of its pets are tried, and 1, 2, 3. */
  readonly category: Int64 | undefined
  /** A name that the service is sure to accept, with `*` in place of letters that differ for each pet. */
  readonly namePattern: string | undefined
  /** Adds no pet. */
  readonly readOnly: boolean
  /** Goes over the limit on purpose. */
  readonly exhaust: boolean
  /** Goes on after a 429 until the key is banned. */
  readonly ban: boolean
  /** Sends generated bodies too, made from the seed. */
  readonly deep: boolean
  readonly seed: number
  /** Runs every extra check too, in as many further minutes as they need. */
  readonly thorough: boolean
  /** How many pets it may create in all. A request that may have stored one counts. */
  readonly maxCreated: number
  /** Requests in all. */
  readonly maxRequests: number
  /** Seconds to wait in all. */
  readonly maxWait: number
  /** Milliseconds until a reply must be there. */
  readonly timeout: number
  /** Bytes of a body that are read, before and after decompression; of all bodies together it stores eight times as many. */
  readonly maxBody: number
  /** The share of the allowed tests that a run must verify to pass, in percent. */
  readonly minVerified: number
  /** Has reports show whole replies, and not only what is shown to be harmless. No key is shown in any case. */
  readonly showBodies: boolean
  /** Stops at the first breach, unless that is of an accepted clause. */
  readonly bail: boolean
  /** Clauses whose breach is known and accepted. */
  readonly accepted: readonly ClauseId[]
  /** Repeats each breach at the end, request by request, as the curl line does that reports print. */
  readonly verifyRepeats: boolean
  /** Only these clauses; all where it is empty. */
  readonly only: readonly ClauseId[]
}

/** The options of a run: an address and a key, and whatever differs from the defaults. */
export type ContractOptions = Pick<ContractSettings, 'baseUrl' | 'key'> & {
  readonly [Name in Exclude<keyof ContractSettings, 'only' | 'accepted' | 'keyVariables'>]?:
    | ContractSettings[Name]
    | undefined
} & {
  /** Clauses such as LIST-3, or areas such as AUTH for all of their clauses. */
  readonly only?: readonly string[] | undefined
}

/** In bytes. */
export const MEGABYTE = 1_000_000

/** The default options of a run. */
export const CONTRACT_DEFAULTS = {
  secondBaseUrl: undefined,
  secondKey: undefined,
  keyVariables: KEY_VARIABLES,
  plan: undefined,
  secondPlan: undefined,
  category: undefined,
  namePattern: undefined,
  readOnly: false,
  exhaust: false,
  ban: false,
  deep: false,
  thorough: false,
  maxCreated: 60,
  maxRequests: 1000,
  maxWait: 150,
  timeout: 10_000,
  maxBody: 4 * MEGABYTE,
  minVerified: 50,
  bail: false,
  accepted: [],
  showBodies: false,
  verifyRepeats: false,
  only: [],
} as const satisfies Partial<ContractSettings>

/** How many pets a run with generated bodies may create by default. */
export const DEEP_CREATED = 200

/** How many pets a thorough run may create by default. */
export const THOROUGH_CREATED = 120

/** How long a thorough run may wait by default, in seconds, and one that repeats what is over the limit: a minute for each. */
export const THOROUGH_WAIT_S = 600

/**
 * How long a run waits that goes over the limit, in seconds: for a minute that it knows to be new, and for a wait that it is asked for, with
 * either key, where the headers speak of the day.
 */
export const EXHAUST_WAIT_S = 240

/** The same of a run that gets a key banned: until its minute is renewed, and until a ban of some minutes is over. */
export const BAN_WAIT_S = 300

/** How many requests it sends at most: a key of the Pro plan goes over its limit, and so does the second one. */
export const BAN_REQUESTS = 2000

/**
 * Completes options; the run tag (`mark`) is random by default, and so is the seed of generated bodies.
 *
 * @throws SettingsError if `only` names something other than a clause or an area, or if `namePattern` has not exactly one `*`.
 */
export function settingsOf(options: ContractOptions): ContractSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return {
    ...CONTRACT_DEFAULTS,
    // Whoever generates no bodies takes the same path each time.
    seed: options.deep === true ? randomBelow(2 ** 24) : 0,
    baseUrl: options.baseUrl,
    key: options.key,
    ...(options.exhaust === true && { maxWait: EXHAUST_WAIT_S }),
    ...(options.ban === true && { maxWait: BAN_WAIT_S, maxRequests: BAN_REQUESTS }),
    ...(options.verifyRepeats === true && options.exhaust === true && { maxWait: THOROUGH_WAIT_S }),
    ...(options.thorough === true && { maxWait: THOROUGH_WAIT_S, maxCreated: THOROUGH_CREATED }),
    ...(options.deep === true && { maxCreated: DEEP_CREATED }),
    ...given,
    mark: markOf(options),
    only: clausesNamed(options.only ?? []),
  }
}

function markOf({ mark, namePattern }: ContractOptions): string {
  const letters = lettersOf(randomBelow(2 ** 16))
  if (namePattern === undefined) return mark ?? `contract${letters}`
  const [head = '', ...rest] = namePattern.split('*')
  if (rest.length !== 1) throw new SettingsError('`namePattern` must have one *, such as "Rex*"')
  return head + (mark ?? letters)
}

/** What names begin with where a service refuses the mark: its end as a name of few letters, the first of them a capital; with a pattern, nothing else. */
export function shortOf({ mark, namePattern }: Pick<ContractSettings, 'mark' | 'namePattern'>): string {
  if (namePattern !== undefined) return mark
  const end = mark.slice(-4)
  return end.slice(0, 1).toUpperCase() + end.slice(1)
}

/** The end of each name of a pattern, after its `*`. */
export function endOfNames({ namePattern = '' }: Pick<ContractSettings, 'namePattern'>): string {
  return namePattern.split('*')[1] ?? ''
}

/** Thrown for invalid options. The message says what to change. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** The clauses that are named by their ids, or by their areas, in any case of letters; each once. */
export function clausesNamed(names: readonly string[]): readonly ClauseId[] {
  // A program without types may well give one name: its letters are no clauses.
  if (!Array.isArray(names)) throw new SettingsError('`only` must be a list of clauses and areas')
  return [...new Set(names.flatMap(clausesOf))]
}

/** Whether a run reports a clause, or an open point, all of which it does without `only`. */
export function isWanted(id: string, only: ContractSettings['only']): boolean {
  return only.length === 0 || only.some((wanted) => wanted === id)
}

function clausesOf(name: string): readonly ClauseId[] {
  const wanted = name.toUpperCase()
  const ids = clauses.map(({ id }) => id)
  const found = ids.filter((id) => id === wanted || areaOf(id) === wanted)
  if (clauses.some(({ id, party }) => id === wanted && party === 'client'))
    throw new SettingsError(
      `${wanted} binds clients, and no reply of a service shows it: the client report of the mock shows how its clients wait`,
    )
  if (found.length > 0) return found
  const near = didYouMean(wanted, [...ids, ...new Set(ids.map(areaOf))])
  throw new SettingsError(`There is no clause ${name}, and no area of that name.${near}`)
}

function randomBelow(bound: number): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number % bound
}

/** Four letters of 16 bits: a service may accept neither digits nor hyphens in a name. */
function lettersOf(bits: number): string {
  return Array.from({ length: 4 }, (_none, at) => 'abcdefghijklmnop'[(bits >> (4 * at)) & 15]).join('')
}
