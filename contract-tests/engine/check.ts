import { OTHER, type OpenPointId } from '../../spec/choices.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { REMOVAL_OF_GET_PET } from '../../spec/operations.ts'
import type { AskedReply } from '../asked/asked.ts'
import type { Caller, Exchange } from './exchange.ts'
import type { RunPorts } from './ports.ts'
import type { Run } from './run.ts'
import { machineClock } from './service-time.ts'
import type { ContractSettings } from './settings.ts'

/** The needs of a check besides a base address and a key. */
export const needs = [
  'writes',
  'second key',
  'second base address',
  'going over the limit',
  'a day’s quota',
  'a ban',
  'a clock',
  'the day of the removal',
  'generated bodies',
  'a reply that shows it',
] as const
export type Need = (typeof needs)[number]

/** A side of a clause that a run looks at. */
interface Aspect {
  readonly id: ClauseId
  /** The side of the clause that it looks at; the whole clause by default. */
  readonly aspect?: string
  readonly needs?: readonly Need[]
  /** What is needed to show it for sure; otherwise only chance shows it. */
  readonly shownBy?: Need
  /** Requests that it sends in a run of the whole suite on our mock, besides those that an earlier item sent already. */
  readonly cost?: number
  /** The caller whose quota it spends; the first key by default. `spare` is the second key where it is served, else the first. */
  readonly caller?: Caller | 'spare'
  /** An optional check, which runs if its caller has enough requests left, and always in a thorough run; or only where a minute of the key is longer than that of the smallest plan. */
  readonly extra?: true | 'larger plan'
  /** Whether what has been answered so far gives reason to ask; without one the check is left out. */
  readonly isDue?: (run: Run) => boolean
  /** Set where the keys have a whole minute after it, of which the rest of the suite needs little. */
  readonly renews?: true
  /** What it asks for first, and how a conforming service answers that, where no other check minds when it is asked. */
  readonly anyTime?: AskedReply & { readonly caller: Caller | 'spare' }
}

/**
 * Asks what could show a breach of its clause. Whatever is answered is judged by the rules of `history/`, once all is asked.
 * Returns the exchanges that could have shown the breach; throws NotVerified where there are none.
 */
export interface Stimulus extends Aspect {
  readonly ask: (run: Run) => Promise<readonly Exchange[]> | readonly Exchange[]
}

/**
 * Asks, and judges by itself what the rules of `history/` say nothing of. The clause holds when `check` ends, is broken
 * when it throws a Breach, and is not verified when it throws NotVerified; anything else is a fault of the suite itself.
 */
export interface Judgement extends Aspect {
  readonly check: (run: Run) => Promise<void> | void
}

/** A check of one clause. */
export type Check = Stimulus | Judgement

/** The observed behaviour at an open point: a lawful variant or `other`, with a description if the id is not enough. */
export type Seen =
  | string
  | {
      readonly variant: string
      readonly detail: string
      /** Set where only some of the values that ask the question were sent. */
      readonly isPart?: true
    }

/** None of the lawful variants, with a description of the behaviour. */
export function other(detail: string): Seen {
  return { variant: OTHER, detail }
}

/** An observation of an open point: it judges nothing, and throws NotVerified rather than guess. */
export interface Observation {
  readonly id: OpenPointId
  /** As that of a check. */
  readonly cost?: number
  readonly observe: (run: Run) => Promise<Seen> | Seen
}

/** The items of a suite, in the order in which it runs them. */
export type SuiteItem = Check | Observation

export function isCheck(item: SuiteItem): item is Check {
  return 'check' in item || 'ask' in item
}

/** All that it takes to show for sure what a check looks at. */
export function needsToShow({ needs = [], shownBy }: Check): readonly Need[] {
  return shownBy === undefined ? needs : [...needs, shownBy]
}

/** How the time of a run passes. */
interface UntilThen extends Pick<RunPorts, 'control'> {
  readonly clock?: { readonly now: () => number } | undefined
}

/** What a check needs and the run lacks, as far as that is clear before it starts; `undefined` if nothing. */
export function unmetNeed(
  { needs = [] }: Pick<Check, 'needs'>,
  settings: ContractSettings,
  { control, clock = machineClock }: UntilThen,
): Need | undefined {
  const latest = clock.now() + settings.maxWait * 1000
  const isMet: Readonly<Record<Need, boolean>> = {
    writes: !settings.readOnly,
    'second key': settings.secondKey !== undefined,
    'second base address': settings.secondBaseUrl !== undefined,
    'going over the limit': settings.exhaust,
    'a day’s quota': control !== undefined,
    'a ban': settings.ban,
    'a clock': true,
    'the day of the removal': control !== undefined || latest >= REMOVAL_OF_GET_PET,
    'generated bodies': settings.deep,
    // Statements of the document that no reply shows.
    'a reply that shows it': false,
  }
  return needs.find((need) => !isMet[need])
}

/** The same in a run, with the time that it has now. */
export function unmetIn({ settings, control, session }: Run, check: Pick<Check, 'needs'>): Need | undefined {
  return unmetNeed(check, settings, { control: control && [control], clock: session.time })
}
