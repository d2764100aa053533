import { retryAfterOf } from '../history/headers.ts'
import { failedKinds, isOfGatewayStatus, isUsual } from '../history/unavailable.ts'
import type { FinishedCheck } from '../report/model/finished-check.ts'
import type { Exchange } from './exchange.ts'
import { reportExchange } from './reported-exchange.ts'
import type { Run } from './run.ts'
import { isAsked } from './settle.ts'
import { NotVerified } from './verdicts.ts'

// Longer than most restarts and failovers are seen.
const LEAST_MS = 5000
// So often something has to fail again, to be known from what fails by chance; and of one kind, the first ones may be refused by a rule
// of the service's own.
const ROUNDS = 3
// Of one kind, where it is served; each costs the quota as much as any.
const MOST = 3

/**
 * Asks again what was answered as by a gateway, for an outage is so known from what fails always. Of a kind that was not served since, it
 * does so after a while; of one that never was, until one is answered as usual. What failed though others of its kind were served is
 * asked again until it does not fail, in turns with one of those. Resolves with the checks, of which the one that had sent a request has
 * sent it again, and those that asked for it alone have asked for that too.
 */
export async function askAgain(
  run: Run,
  finished: readonly FinishedCheck[],
): Promise<readonly FinishedCheck[]> {
  const kinds = failedKinds(run.session.exchanges)
  const unserved = kinds.filter(({ isServedSince }) => !isServedSince)
  if (unserved.length > 0)
    await unavailabilityEnds(
      run,
      unserved.flatMap(({ failed }) => failed),
    )
  const again = new Again(run, finished)
  for (const { failed, usual, isServedSince } of kinds) {
    if (usual === undefined) await untilUsual(failed, again)
    else await inTurns(failed.slice(0, MOST), usual, isServedSince, again)
  }
  return again.checks
}

async function untilUsual(failed: readonly Exchange[], again: Again): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = failed[round % failed.length]
    const reply = before && (await again.send(before))
    if (reply === undefined || isUsual(reply)) return
  }
}

/** What is served between two failures shows that the service is there. */
async function inTurns(
  failed: readonly Exchange[],
  usual: Exchange,
  isServedSince: boolean,
  again: Again,
): Promise<void> {
  let failing = failed
  for (let round = 0; round < ROUNDS && failing.length > 0; round += 1) {
    const served = round === 0 && isServedSince ? usual : await again.send(usual)
    if (served === undefined || !isUsual(served)) return
    const replies: (Exchange | undefined)[] = []
    for (const before of failing) replies.push(await again.send(before))
    failing = failing.filter((_before, at) => isAsBefore(replies[at]))
  }
}

function isAsBefore(reply: Exchange | undefined): boolean {
  return reply !== undefined && isOfGatewayStatus(reply)
}

/** Waits for as long as a service may be unavailable that has answered so, if the run may wait. */
async function unavailabilityEnds({ session: { time } }: Run, failed: readonly Exchange[]): Promise<void> {
  const waits = failed.map((one) => one.received + (retryAfterOf(one) ?? 0) - time.now())
  const wait = Math.max(LEAST_MS, ...waits)
  const longest = time.mayPass(wait) ? wait : LEAST_MS
  const until = 'the service, which was unavailable, answers again'
  if (time.mayPass(longest)) await time.pass(longest, { until }).catch(unlessNotVerified)
}

/** Sends requests of a run once more. */
class Again {
  checks: readonly FinishedCheck[]
  readonly #run: Run

  constructor(run: Run, finished: readonly FinishedCheck[]) {
    this.#run = run
    this.checks = finished
  }

  /** Its reply; `undefined` where the run may not send it. */
  async send(before: Exchange): Promise<Exchange | undefined> {
    const again = await sent(this.#run, before)
    if (again !== undefined) this.checks = withSent(this.checks, before, again, this.#run)
    return again
  }
}

/** A request that was sent again; `undefined` where the run may not send it. */
async function sent({ session }: Run, { probe }: Exchange): Promise<Exchange | undefined> {
  const kept = session.keptPets
  session.keptPets = 0
  try {
    return await session.send({ ...probe, moment: `again ${session.exchanges.length}` })
  } catch (error) {
    unlessNotVerified(error)
    return undefined
  } finally {
    session.keptPets = kept
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
