import { limitBounds, pathOf } from '../../spec/operations.ts'
import { retryAfterOf } from '../history/headers.ts'
import { listsBehind } from '../history/lost.ts'
import {
  enoughFailures,
  enoughUnanswered,
  failedKinds,
  isOfGatewayStatus,
  isServable,
  isUsual,
} from '../history/unavailable.ts'
import type { FinishedCheck } from '../report/model/finished-check.ts'
import { spendingKept } from './created-pets.ts'
import type { Exchange, Probe } from './exchange.ts'
import { whatIsJudged } from './history-of-run.ts'
import { reportExchange } from './reported-exchange.ts'
import type { Run } from './run.ts'
import { isAsked } from './settle.ts'
import { NotVerified } from './verdicts.ts'

// Longer than most restarts and failovers are seen.
const LEAST_MS = 5000
// Of one kind, the first ones may be refused by a rule of the service's own; more where others fail now and then.
const [TRIES, MOST_TRIES] = [3, 6]
const SPACED_MS = 500
const ANSWERS_AGAIN = 'the service, which was unavailable, answers again'
// Longer than most replicas are behind.
const CATCH_UP_MS = 3000
// A service that answers none of so many is down, however they are spaced.
const DOWN = 5
// Of one kind, where it is served; each costs the quota as much as any, and a creation perhaps a pet.
const [MOST, MOST_CREATIONS] = [3, 1]
const MOST_ROUNDS = 16
const MOST_PAUSES = 3
// What is served otherwise may fail by chance too.
const MOST_ABSENCES = 3

/**
 * Asks again what was answered as by a gateway, for an outage is so known from what fails always. Of a kind that was not served since,
 * it does so after a while; of one that never was, until it does not fail. What failed though others of its kind were served is asked
 * again in turns with one of those, until it does not fail, or has failed so often that it is no accident; the last time after a while.
 * At last it asks again for lists that may be behind. Resolves with the checks, of which the one that had sent a request has sent it
 * again, and those that asked for it alone have asked for that too.
 */
export async function askAgain(
  run: Run,
  finished: readonly FinishedCheck[],
): Promise<readonly FinishedCheck[]> {
  const kinds = failedKinds(run.session.exchanges)
  await unavailabilityEnds(
    run,
    kinds.flatMap(({ failed, isServedSince }) => (isServedSince ? [] : failed)),
  )
  const again = new Again(run, finished)
  const served = kinds.flatMap(({ failed, usual, isServedSince }): readonly Served[] =>
    usual === undefined
      ? []
      : [{ failing: failed.map((before) => ({ before, times: 1 })), usual, isServedSince, absences: 0 }],
  )
  // What surely is to be served says most, and comes before the others have taken what the run may create.
  const { sure = [], others = [] } = Object.groupBy(served, ({ usual }) =>
    isServable(usual) ? 'sure' : 'others',
  )
  const silent = kinds.flatMap(({ failed, usual }) => (usual === undefined ? [failed] : []))
  const still = await failingStill(silent, 0, again)
  await inTurns(run, sure, again)
  await untilUsual(run, still, again)
  await inTurns(run, others, again)
  await listsCatchUp(run, again)
  return again.checks
}

/**
 * Asks once more for lists that lack a pet of the run, by pages that have room for all since: a replica may be behind, and no sentence says
 * how soon a list has a pet.
 */
async function listsCatchUp(run: Run, again: Again): Promise<void> {
  const [history] = whatIsJudged(run, again.checks)
  const behind = new Map(listsBehind(history).map(({ exchange: { id }, status }) => [id, status]))
  if (behind.size === 0) return
  await passes(run, CATCH_UP_MS, 'the lists show what was added')
  for (const one of run.session.exchanges.filter(({ id }) => behind.has(id))) {
    const status = behind.get(one.id)
    const query = `?limit=${limitBounds.most}${status === undefined ? '' : `&status=${status}`}`
    await again.send(one, { ...one.probe, path: pathOf('listPets') + query })
  }
}

/** Asks for one of each kind of which nothing was answered as usual yet; resolves with the kinds that failed again. */
async function failingStill(
  kinds: readonly (readonly Exchange[])[],
  round: number,
  again: Again,
): Promise<readonly (readonly Exchange[])[]> {
  const still: (readonly Exchange[])[] = []
  let inARow = 0
  for (const failed of kinds) {
    if (inARow < DOWN) await again.pause()
    const before = failed[round % failed.length]
    const reply = before && (await again.send(before))
    if (reply === undefined) continue
    // Whatever else the service answers, it is back.
    const isFailed = isOfGatewayStatus(reply)
    inARow = isFailed ? inARow + 1 : 0
    if (isFailed) still.push(failed)
  }
  return still
}

/** The same some times more, each after a while. */
async function untilUsual(run: Run, kinds: readonly (readonly Exchange[])[], again: Again): Promise<void> {
  let still = kinds
  const tries = Math.min(Math.max(TRIES, enoughUnanswered(run.session.exchanges)), MOST_TRIES)
  for (let round = 1; round < tries && still.length > 0; round += 1) {
    await unavailabilityEnds(run, still.flat())
    still = await failingStill(still, round, again)
  }
}

/** Asks again what fails of some kinds, round by round. */
async function inTurns(run: Run, kinds: readonly Served[], again: Again): Promise<void> {
  let pauses = 0
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const enough = enoughFailures(run.session.exchanges)
    const turns = kinds.map((kind) => ({ kind, due: dueOf(kind, enough(kind.usual)) }))
    const last = new Set(
      turns.flatMap(({ kind, due }) => due.filter(({ times }) => times + 1 >= enough(kind.usual))),
    )
    if (turns.every(({ due }) => due.length === 0)) return
    // What is open for a moment only, as a circuit breaker for one request, is closed by then.
    if (last.size > 0) {
      if (pauses === MOST_PAUSES) return
      pauses += 1
      const before = Array.from(last, (one) => one.before)
      await unavailabilityEnds(run, before)
    }
    for (const { kind, due } of turns) await inTurn(kind, due, last, again)
  }
}

/** A request that failed, and how often. */
interface Failing {
  readonly before: Exchange
  times: number
}

/** What fails of a kind that is served. */
interface Served {
  failing: readonly Failing[]
  readonly usual: Exchange
  /** Whether that was served since. */
  isServedSince: boolean
  /** How often it was not served when it was asked again. */
  absences: number
}

/** Those of a kind that are asked again next: the first ones, until they have failed so often. */
function dueOf({ failing }: Served, enough: number): readonly Failing[] {
  const isCreation = failing[0]?.before.probe.operation === 'createPet'
  return failing.slice(0, isCreation ? MOST_CREATIONS : MOST).filter(({ times }) => times < enough)
}

/** What is served between two failures shows that the service is there. */
async function inTurn(
  kind: Served,
  due: readonly Failing[],
  last: ReadonlySet<Failing>,
  again: Again,
): Promise<void> {
  if (due.length === 0) return
  const isThere = kind.isServedSince || (await again.isServed(kind.usual))
  kind.isServedSince = false
  if (!isThere) kind.absences += 1
  if (kind.absences === MOST_ABSENCES) kind.failing = []
  for (const one of isThere ? due : []) {
    if (one.times === 1 || last.has(one)) await again.pause()
    const reply = await again.send(one.before)
    if (reply !== undefined && isOfGatewayStatus(reply)) one.times += 1
    else kind.failing = kind.failing.filter((other) => other !== one)
  }
}

/** Waits for as long as a service may be unavailable that has answered so, if the run may wait. */
async function unavailabilityEnds(run: Run, failed: readonly Exchange[]): Promise<void> {
  if (failed.length === 0) return
  const { time } = run.session
  const waits = failed.map((one) => one.received + (retryAfterOf(one) ?? 0) - time.now())
  const wait = Math.max(LEAST_MS, ...waits)
  await passes(run, time.mayPass(wait) ? wait : LEAST_MS, ANSWERS_AGAIN)
}

/** Waits, if the run may. */
async function passes({ session: { time } }: Run, milliseconds: number, until: string): Promise<void> {
  if (time.mayPass(milliseconds)) await time.pass(milliseconds, { until }).catch(unlessNotVerified)
}

/** Sends requests of a run once more. */
class Again {
  checks: readonly FinishedCheck[]
  readonly #run: Run

  constructor(run: Run, finished: readonly FinishedCheck[]) {
    this.#run = run
    this.checks = finished
  }

  /** Whether what was served is served again, a creation under a name of its own where its name is taken. */
  async isServed(usual: Exchange): Promise<boolean> {
    const { body } = usual.probe
    const reply = await this.send(usual)
    if (reply !== undefined && isUsual(reply)) return true
    if (reply === undefined || body === undefined) return false
    const ending = String.fromCharCode(FIRST + (reply.id % LETTERS))
    const other = await this.send(usual, { ...usual.probe, body: renamed(body, ending) })
    return other !== undefined && isUsual(other)
  }

  /** Waits a moment: a gateway may let in only so many requests in a second, and then those that happen to come first. */
  async pause(): Promise<void> {
    await passes(this.#run, SPACED_MS, ANSWERS_AGAIN)
  }

  /** Its reply; `undefined` where the run may not send it. */
  async send(before: Exchange, probe = before.probe): Promise<Exchange | undefined> {
    const again = await sent(this.#run, probe)
    if (again !== undefined) this.checks = withSent(this.checks, before, again, this.#run)
    return again
  }
}

const [FIRST, LETTERS] = ['a'.charCodeAt(0), 26]

/** The body of a creation with a longer name. */
function renamed(body: string, ending: string): string {
  return body.replace(/("name"\s*:\s*"(?:[^"\\]|\\.)*)"/, `$1${ending}"`)
}

/** A request that was sent again; `undefined` where the run may not send it. */
async function sent({ session }: Run, probe: Probe): Promise<Exchange | undefined> {
  try {
    const again = { ...probe, moment: `again ${session.exchanges.length}` }
    return await spendingKept(session, () => session.send(again))
  } catch (error) {
    unlessNotVerified(error)
    return undefined
  }
}

function unlessNotVerified(error: unknown): void {
  if (!(error instanceof NotVerified)) throw error
}

function withSent(
  checks: readonly FinishedCheck[],
  before: Exchange,
  again: Exchange,
  run: Run,
): readonly FinishedCheck[] {
  const more = run.session.drainUnreported().map((one) => reportExchange(one, run))
  const isSender = (check: FinishedCheck): boolean =>
    check.kind !== 'second opinion' && check.sent.some(({ id }) => id === before.id)
  const sender = checks.find(isSender) ?? checks.at(-1)
  return checks.map((check) => {
    if (check.kind === 'second opinion') return check
    const own = check === sender ? { ...check, sent: [...check.sent, ...more] } : check
    // What was asked at once shows more than it does alone.
    const isAlike = isAsked(own) && own.asked.includes(before.id) && before.overlaps !== true
    if (!isAlike) return own
    return { ...own, asked: [...own.asked, again.id], evidence: [...own.evidence, again.id] }
  })
}
