import type { OpenPointId } from '../../../spec/choices.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { AskedGroup, ClauseClasses } from './asked.ts'
import type { Verdict } from './verdict.ts'

/** One test of a clause. */
export interface TestReport {
  readonly title: string
  readonly verdict: Verdict
  /** How long it took. */
  readonly milliseconds?: number
  /** Why it is not verified, or what the suite's own fault was. */
  readonly detail?: string
  /** The need that the run was not allowed or given, or what this service lacks whatever a run is given. */
  readonly ruledOutBy?: string
  /** Whether it is an extra test: the clause may hold where it is not verified. */
  readonly extra?: true
  readonly breach?: ReportedBreach
  /** Ids of the exchanges that it looked at. */
  readonly evidence: readonly number[]
}

/** A breach of a clause. */
export interface ReportedBreach {
  /** Any of these would have been lawful. */
  readonly expected: readonly string[]
  readonly actual: string
  /** The id of the exchange that shows it. */
  readonly exchange: number
  /** All exchanges that show it, that one first, where there are several; those that are alike together. */
  readonly shapes?: readonly BreachShape[]
  /** The exchanges that show it together, in the order of time, where it takes several; the last one is not always that exchange. */
  readonly steps?: readonly number[]
  /** The id of a pet that is there and that the exchange lacks, which is a list. */
  readonly lacks?: string
  /** Clauses that may be broken instead, because the exchanges do not show which. */
  readonly alternatives?: readonly ClauseId[]
  /** Set where the run repeats breaches (`--verify-repeats`). */
  readonly repeated?: Repetition
}

/** What came of repeating a breach, request by request, over connections of its own, as its curl line does. */
export interface Repetition {
  readonly outcome: 'shown again' | 'not shown again' | 'not told' | 'not repeated'
  /** Why it was not repeated, or why what came of that shows nothing. */
  readonly why?: string
  /** Ids of the exchanges that repeated it; empty where it was not. */
  readonly exchanges: readonly number[]
}

/** Exchanges of one request and status that break a clause in one way. */
export interface BreachShape {
  /** A description of the first of them, and whether the others have other figures. */
  readonly actual: string
  /** Their ids; never empty. */
  readonly exchanges: readonly number[]
}

/** One clause of the document, and all of its tests. */
export interface ClauseReport {
  readonly id: ClauseId
  readonly level: 'must' | 'should'
  readonly section: string
  readonly operations: readonly OperationId[]
  readonly text: string
  /** The words of the document, or the standard that asks for it. */
  readonly source: string
  readonly verdict: Verdict
  /** Of the values that it speaks of. */
  readonly classes?: ClauseClasses
  readonly tests: readonly TestReport[]
}

/** How the service settles an open point: observed, never judged. */
export interface ObservedChoice {
  readonly id: OpenPointId
  readonly question: string
  /** A lawful variant, or `other` where it shows none of them; `undefined` where it could not be observed. */
  readonly variant: string | undefined
  /** The behaviour in place of a variant, the range that was tried, or why it could not be observed. */
  readonly detail?: string
  /** Set where only some of the values that ask the question were sent. */
  readonly isPart?: true
  /** The variant of an earlier run, if it differs (`--expect-choices`). */
  readonly before?: string
  readonly evidence: readonly number[]
}

/** The findings of another tool on the same exchanges. */
export interface SecondOpinion {
  readonly tool: string
  readonly findings: readonly { readonly exchange: number; readonly message: string }[]
}

/** A breach that the users of the service accept until a day (`--known`). */
export interface KnownBreach {
  readonly clause: ClauseId
  readonly reason: string
  /** The last day on which it is accepted, as 2027-01-31. */
  readonly until: string
  /** Where it is written: the file as it was named, and the line, from 1. */
  readonly at?: { readonly file: string; readonly line: number }
  /** `gone` and `expired` fail the run: the file is to be brought up to date. */
  readonly state: 'still there' | 'gone' | 'expired' | 'not verified'
}

/** Something that verdicts rest on. */
export interface Assumption {
  /** One sentence or a few. */
  readonly text: string
  /** Those that checks of a run rest on it for: where it is contradicted, such a check is not verified. */
  readonly clauses: readonly ClauseId[]
  /** Ids of the exchanges that contradict it; empty where none does. */
  readonly contradictedBy: readonly number[]
}

/** The caller that a service counts a request for: one of the two keys, or `nobody` without a valid key. */
export type Caller = 'key' | 'second key' | 'nobody'

/** What it takes to judge an exchange again (`petstore judge`), besides what reports show of it. Keys are placeholders. */
export interface ExchangeRecord {
  /** The last exchange that had been answered when this one was sent; 0 where there was none. */
  readonly after: number
  /** When the request left and when the reply was there: ISO 8601, by the service's clock. */
  readonly sent: string
  readonly received: string
  /** Which base address; the first where it is absent. */
  readonly base?: string
  /** What was sent. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Why the body of the reply is unknown. */
  readonly unread?: string
  /** How often it was sent, where the connection broke. */
  readonly tries?: number
}

/** An exchange as reports show it: plain data without a key in it. */
export interface ReportedExchange {
  readonly id: number
  readonly method: string
  readonly path: string
  /** A command that repeats the request, with the variable that holds it in place of the key, such as `$API_KEY`. */
  readonly curl: string
  /** The caller that it was sent as. */
  readonly caller: Caller
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** At most so much of the body as a reader wants to see. */
  readonly body: string
  readonly record?: ExchangeRecord
}

/** A request of a run that got no reply, though it was sent again. */
export interface UnansweredRequest
  extends Pick<ReportedExchange, 'method' | 'path' | 'curl' | 'caller'>, Pick<ExchangeRecord, 'body'> {
  /** The last exchange that had been answered when it failed; 0 where there was none. */
  readonly after: number
  readonly why: string
}

/** The pets that a run has left in the service, valid or not. */
export interface CreatedPets {
  /** Their ids, as decimal text. */
  readonly created: readonly string[]
  /** Requests that may have left one more, without a reply that has its id, in words. */
  readonly perhaps: readonly string[]
}

/** Everything that a run found out; what all reports are written from. */
export interface RunReport extends CreatedPets {
  readonly baseUrl: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly clauses: readonly ClauseReport[]
  /** Clauses by verdict. */
  readonly totals: Readonly<Record<Verdict, number>>
  readonly choices: readonly ObservedChoice[]
  readonly exchanges: readonly ReportedExchange[]
  readonly requests: {
    /** Those with a reply. */
    readonly sent: number
    /** Of those with the run's own key: how many counted, and how many met a 429. */
    readonly admitted: number
    readonly refused: number
    /** How many of all, also of those without a reply, were sent again, where there are any. */
    readonly sentAgain?: number
    /** How often all were sent then: as many as a service has met. */
    readonly sentInAll?: number
    /** Of how many of those a reply did not come in time, and of how many a connection broke, where that is known. */
    readonly timedOut?: number
    readonly broken?: number
  }
  /** The prefix of the names of created pets as they are, except of those whose name was the test. */
  readonly mark: string
  /** Titles of the extra tests that the run left out, since the minute of their caller had no room for them. */
  readonly leftOut: readonly string[]
  /** Those of them whose requests have the second key, where there are any. */
  readonly leftOutWithSecondKey?: readonly string[]
  /** Those of them whose requests have no key, where there are any: their minute is that of all such requests. */
  readonly leftOutWithoutKey?: readonly string[]
  readonly known: readonly KnownBreach[]
  readonly secondOpinions: readonly SecondOpinion[]
  /** How much of what it was allowed a run must have verified to pass, in percent (`--min-verified`). */
  readonly minVerified: number
  /** Whether it shows whole replies (`--show-bodies`), and not only what is shown to be harmless. */
  readonly showsBodies?: true
  /** Whether the service stopped answering on the way. */
  readonly gaveUp: boolean
  /** The signal that ended the run early, such as SIGTERM: the report has what was found until then. */
  readonly interruptedBy?: string
  /** The requests without a reply, in the order in which they failed. */
  readonly unanswered?: readonly UnansweredRequest[]
  /** What was asked of the service, of all that can be. */
  readonly asked?: readonly AskedGroup[]
  /** What a run or a judged recording takes for granted, since no reply can prove it. */
  readonly assumptions?: readonly Assumption[]
  /** Exchanges (by `id`) after which the control API of the mock set the quota of a key. */
  readonly quotaSetAfter?: readonly number[]
  /** 0 conformant, 1 broken, 2 when too little was verified, the service stopped answering on the way, or the run was interrupted. */
  readonly exitCode: 0 | 1 | 2
}
