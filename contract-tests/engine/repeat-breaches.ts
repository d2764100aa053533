import type { ClauseId } from '../../spec/clauses.ts'
import { mayChangePets } from '../../spec/operations.ts'
import { type Finding, isServed, type RecordedExchange, wrongOf } from '../history/history.ts'
import type { FinishedCheck, FinishedClause } from '../report/model/finished-check.ts'
import type { ReportedBreach, ReportedExchange, Repetition } from '../report/model/run-report.ts'
import { EARLIEST_REMOVAL } from '../history/outcomes.ts'
import { type Story as ReportedStory, storyOf, type Wait } from '../report/model/story.ts'
import { isAdded } from '../history/values.ts'
import { endOfWait } from '../history/waits.ts'
import { isAnsweredAlike, takenBy } from './answered-alike.ts'
import type { Exchange, Probe } from './exchange.ts'
import { findingsOf } from './judge-run.ts'
import type { RunPorts } from './ports.ts'
import { reportExchange } from './reported-exchange.ts'
import type { Run } from './run.ts'
import { SILENT_MS } from './service-time.ts'
import { NotVerified } from './verdicts.ts'
import { whyNotRepeated } from './why-not-repeated.ts'

/** The clauses of counters, which some checks judge by themselves, over a whole run. */
const COUNTED: readonly ClauseId[] = ['LIMIT-3', 'LIMIT-11']

/** Whether a story is shown again by what came of repeating it, or why that is undecided. */
type Shows = (of: OfClause, story: readonly Exchange[], again: readonly Exchange[]) => boolean | Undecided

/** A breach of a clause. */
interface OfClause {
  readonly clause: ClauseId
  readonly breach: ReportedBreach
}

interface Undecided {
  readonly why: string
}

const OTHER_PET: Undecided = { why: 'it shows on pets that were added before, and the line adds others' }
const OTHERS_NEEDED: Undecided = { why: 'its replies are wrong only beside others of the run' }
const REMOVED: Undecided = { why: 'getPet may be removed by the time of the service' }
const STILL_REFUSED: Undecided = {
  why: 'the key was refused from the first request, as a key that is banned still',
}
const NOT_AT_ONCE: Undecided = { why: 'the key had too few requests left to send them at once' }

/** The story that a curl line repeats, with the exchanges of the run. */
interface Story extends Omit<ReportedStory, 'exchanges'> {
  readonly exchanges: readonly Exchange[]
}

/**
 * Repeats breaches of a run, once each: the requests of the story over connections of its own, one after the other or all at
 * once, as the curl line sends them that reports print. What goes over the limit does so after a minute of silence, if the run may.
 */
export class Repeater {
  readonly #run: Run
  readonly #others: readonly FinishedCheck[]
  readonly #newConnections: RunPorts['newConnections']
  /** The exchanges of the run before anything was repeated, and as reports show them. */
  readonly #found: readonly Exchange[]
  readonly #reported: readonly ReportedExchange[]
  /** What came of the stories so far, by the ids of their exchanges. */
  readonly #again = new Map<string, readonly Exchange[]>()

  constructor(run: Run, others: readonly FinishedCheck[], newConnections: RunPorts['newConnections']) {
    this.#run = run
    this.#others = others
    this.#newConnections = newConnections
    run.session.keptPets = 0
    this.#found = [...run.session.exchanges]
    this.#reported = this.#found.map((one) => reportExchange(one, run))
  }

  /** Breaches of clauses that the rules judge: the same rules say whether they are shown again. */
  judged(checks: readonly FinishedClause[]): Promise<readonly FinishedClause[]> {
    return this.#all(
      checks,
      (of, story, again) => this.#staysAgain(of, again) || this.#shows(of, story, again),
    )
  }

  /** Breaches of checks that judge by themselves: one is shown again where the same requests are answered alike. */
  unjudged(checks: readonly FinishedCheck[]): Promise<readonly FinishedCheck[]> {
    return this.#all(checks, (of, story, again) =>
      COUNTED.includes(of.clause) ? this.#takesAsMuch(of, again) : isAnsweredAlike(story, again),
    )
  }

  async #all<Check extends FinishedCheck>(checks: readonly Check[], shows: Shows): Promise<readonly Check[]> {
    const results: Check[] = []
    for (const check of checks) {
      if (check.kind !== 'clause' || check.result.kind !== 'breach') {
        results.push(check)
        continue
      }
      const breach = await this.#repeat(check, check.result.breach, shows)
      const sent = this.#run.session.drainUnreported().map((exchange) => reportExchange(exchange, this.#run))
      results.push({ ...check, sent: [...check.sent, ...sent], result: { kind: 'breach', breach } })
    }
    return results
  }

  /**
   * The breach with what came of repeating it. Where its story does not show it again, it may take a request with a valid key
   * before it on the same connection: that request becomes part of the story, unless that does not show it again either.
   */
  async #repeat(check: FinishedClause, breach: ReportedBreach, shows: Shows): Promise<ReportedBreach> {
    const repeated = await this.#tried(check, breach, shows)
    if (repeated.outcome !== 'not shown again') return { ...breach, repeated }
    const longer = this.#afterValidKey(check.clause, breach)
    if (longer === undefined) return { ...breach, repeated }
    const again = await this.#tried(check, longer, shows)
    if (again.outcome === 'not shown again' || again.outcome === 'not told') return { ...breach, repeated }
    const { why = '' } = again
    const isTried = again.outcome === 'shown again'
    return {
      ...longer,
      repeated: isTried ? again : refused(`without its first request, it was not shown again; ${why}`),
    }
  }

  async #tried(check: FinishedClause, breach: ReportedBreach, shows: Shows): Promise<Repetition> {
    const story = this.#storyOf(check.clause, breach)
    const reason = whyNotRepeated(check.clause, story, this.#run.settings)
    if (reason !== undefined) return refused(reason)
    try {
      const again = await this.#sentAgain(story)
      const exchanges = again.map(({ id }) => id)
      const isShown =
        undecided(check.clause, story, again) ??
        shows({ clause: check.clause, breach }, story.exchanges, again)
      if (typeof isShown === 'object') return { outcome: 'not told', ...isShown, exchanges }
      return { outcome: isShown ? 'shown again' : 'not shown again', exchanges }
    } catch (error) {
      if (error instanceof NotVerified) return refused(error.message)
      throw error
    }
  }

  #storyOf(clause: ClauseId, breach: ReportedBreach): Story {
    const { exchanges, ...story } = storyOf({ exchanges: this.#reported }, clause, breach)
    return { ...story, exchanges: exchanges.flatMap((one) => this.#ofRun(one) ?? []) }
  }

  /** The exchange that a line sends again; a read that the run has not sent has the id of the list that lacks its pet. */
  #ofRun({ id, path }: ReportedExchange): Exchange | undefined {
    const found = this.#byId(id)
    if (found === undefined || this.#reported[id - 1]?.path === path) return found
    return { ...found, probe: { ...found.probe, path, operation: 'getPet' } }
  }

  #byId(id: number): Exchange | undefined {
    return this.#found[id - 1]
  }

  #afterValidKey(clause: ClauseId, breach: ReportedBreach): ReportedBreach | undefined {
    const { exchanges, isAtOnce, isOverTheLimit } = this.#storyOf(clause, breach)
    const ids = isAtOnce ? [breach.exchange] : exchanges.map(({ id }) => id)
    // What begins with a read of its own has such a request already.
    if (isOverTheLimit || new Set(ids).size < ids.length) return undefined
    const first = this.#byId(ids[0] ?? 0)
    const before = this.#found.findLast(
      ({ id, ...one }) => id <= (first?.after ?? 0) && one.probe.caller === 'key' && isPlainRead(one),
    )
    return before && { ...breach, steps: [before.id, ...ids] }
  }

  async #sentAgain({
    exchanges: story,
    isAtOnce,
    isOverTheLimit,
    waits,
  }: Story): Promise<readonly Exchange[]> {
    const { session } = this.#run
    const name = [...story.map(({ id, probe }) => `${id} ${probe.path}`), ...waits].join()
    const sent = this.#again.get(name)
    if (sent !== undefined) return sent
    if (isOverTheLimit) await this.#untilServed(story)
    const before = session.exchanges.length
    const probes = story.map(({ probe }, at) => ({ ...probe, moment: `again ${before + at}` }))
    const ends = [...waits.keys(), probes.length]
    const send = async (): Promise<void> => {
      for (const [at, end] of ends.entries()) {
        if (at > 0) await this.#wait(waits.get(ends[at - 1] ?? 0) ?? 0)
        const some = probes.slice(ends[at - 1] ?? 0, end)
        await this.#send(some, isAtOnce && at === 0, isOverTheLimit)
      }
    }
    const connections = this.#newConnections?.()
    try {
      await (connections === undefined ? send() : session.over(connections.transport, send))
    } finally {
      connections?.close()
    }
    const again = session.exchanges.slice(before)
    this.#again.set(name, again)
    return again
  }

  /** Is silent for a minute, and where the run gets keys banned until the end of what was last reported of a ban. */
  async #untilServed(story: readonly Exchange[]): Promise<void> {
    const { session, settings } = this.#run
    const waits = story.flatMap(({ probe }) => {
      const last = session.exchanges.findLast((one) => one.probe.caller === probe.caller)
      return settings.ban && last?.status === 429 ? endOfWait(last) - session.time.now() : []
    })
    const longest = Math.max(SILENT_MS, ...waits.filter((wait) => !Number.isNaN(wait)))
    await session.time.pass(longest, { until: 'a new minute, to repeat a breach' })
  }

  /** Sends requests one after the other, or all at once; those over the limit with the first of them alone, and whatever comes back. */
  async #send(probes: readonly Probe[], isAtOnce: boolean, isOverTheLimit: boolean): Promise<void> {
    const { session } = this.#run
    if (!isOverTheLimit) {
      if (isAtOnce) await session.shareAtOnce(probes)
      else for (const probe of probes) await session.send(probe)
      return
    }
    const [first, ...others] = probes
    if (first !== undefined) await session.send(first, 'accept')
    if (isAtOnce) await Promise.all(others.map((probe) => session.send(probe, 'accept')))
    else for (const probe of others) await session.send(probe, 'accept')
  }

  async #wait(wait: Wait): Promise<void> {
    const { time, exchanges } = this.#run.session
    const last = exchanges.at(-1)
    const left = last === undefined ? Number.NaN : endOfWait(last) - time.now()
    const until = 'the next request of a breach that is repeated'
    if (wait !== 'as reported') await time.pass(wait * 1000, { until })
    else if (left > 0) await time.pass(left, { until })
  }

  /** Whether the end of what was sent again takes as much from a counter as what shows a breach, or gives back as that did. */
  #takesAsMuch({ breach: { exchange, steps = [exchange] } }: OfClause, again: readonly Exchange[]): boolean {
    const before = this.#inARow(steps.flatMap((id) => this.#byId(id) ?? []))
    const [then, now] = [takenBy(before), takenBy(again.slice(-before.length))]
    return then === now || (then < 0 && now < 0)
  }

  /**
   * The last of some exchanges, two or more, between which the run sent nothing else with their key, for that took from the counter too, and
   * the line does not send it. All of them where there are no such two.
   */
  #inARow(story: readonly Exchange[]): readonly Exchange[] {
    const start = story.findLastIndex(({ id, probe }, at) => {
      const between = this.#found.slice(story[at - 1]?.id ?? id, id - 1)
      return between.some((other) => other.probe.caller === probe.caller)
    })
    return start < story.length - 1 ? story.slice(Math.max(start, 0)) : story
  }

  /**
   * Whether a counter that stays where it must fall does so again, by as much. A little before or after the end of a minute, some kind of
   * window may explain that; the run knows that none does.
   */
  #staysAgain(of: OfClause, again: readonly Exchange[]): boolean {
    const { steps = [] } = of.breach
    const last = again.slice(-steps.length)
    const mustFall = last.slice(1).filter(isServed).length
    return COUNTED.includes(of.clause) && takenBy(last) < mustFall && this.#takesAsMuch(of, again)
  }

  /** Whether what was sent again breaks a clause, with no more of the run than pets of the breach that cannot be added again. */
  #shows(
    { clause, breach: { expected, alternatives = [], steps = [] } }: OfClause,
    story: readonly Exchange[],
    again: readonly Exchange[],
  ): boolean | Undecided {
    const suspected = [clause, ...alternatives]
    const found = (exchanges?: readonly Exchange[]): readonly Finding[] =>
      findingsOf(this.#run, this.#others, exchanges).filter((finding) => {
        // Alone, what is expected may be laid to another clause.
        const isAlike = expected.includes(finding.expected)
        const isOfClause = [finding.clause, ...finding.alternatives].some((one) => suspected.includes(one))
        return (isAlike || isOfClause) && again.some(({ id }) => id === wrongOf(finding)?.id)
      })
    // By themselves: who tries the line has nothing else.
    if (found(again).length > 0) return true
    const kept = this.#found.filter((one) => steps.includes(one.id) && addsPet(one) && !isOneOf(story, one))
    if (found([...kept, ...again]).length > 0) return true
    const explained = found()
    if (explained.length === 0) return again.some(isPastRemoval) ? REMOVED : false
    if (!again.some(addsPet)) return OTHERS_NEEDED
    // A pet that is added again is another one: what is found of the first one then shows nothing of it.
    const isOfStory = ({ steps }: Finding): boolean => steps.some(({ exchange }) => isOneOf(story, exchange))
    return explained.every(isOfStory) ? false : OTHER_PET
  }
}

function isOneOf(story: readonly Exchange[], exchange: RecordedExchange): boolean {
  return story.some(({ id }) => id === exchange.id)
}

/** Why what came of repeating a story shows nothing, whatever it is. */
function undecided(
  clause: ClauseId,
  { exchanges, isAtOnce, isOverTheLimit }: Story,
  again: readonly Exchange[],
): Undecided | undefined {
  // That a ban goes on after its end is what LIMIT-12 is about.
  const isOfBan = clause === 'LIMIT-12'
  if (isOverTheLimit && !isOfBan && exchanges.length > 1 && again[0]?.status === 429) return STILL_REFUSED
  return isAtOnce && !again.some(({ overlaps }) => overlaps) ? NOT_AT_ONCE : undefined
}

function isPastRemoval({ probe, sent }: Exchange): boolean {
  return probe.operation === 'getPet' && sent >= EARLIEST_REMOVAL
}

function addsPet(one: Exchange): boolean {
  return one.probe.operation === 'createPet' && isAdded(one)
}

function isPlainRead(one: Pick<Exchange, 'status' | 'probe'>): boolean {
  return isServed(one) && !mayChangePets(one.probe.method, one.probe.path)
}

function refused(why: string): Repetition {
  return { outcome: 'not repeated', why, exchanges: [] }
}
