import { retryAfterOf } from '../history/headers.ts'
import { failedApart, isOfGatewayStatus, isUsual, notServedSince } from '../history/unavailable.ts'
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
// Of one kind; each costs the quota as much as any.
const MOST_APART = 4

/**
 * Asks again, after a while, what was answered as by a gateway and was not served since: of each kind, until one is answered as usual.
 * What was an outage is so known from what fails always. So it is with what failed though others of its kind
 * were served: it is asked again until it does not fail, in turns with one of those. Resolves with the checks, of which the one that
 * had sent a request has sent it again, and those that asked for it alone have asked for that too.
 */
export async function askAgain(
  run: Run,
  finished: readonly FinishedCheck[],
): Promise<readonly FinishedCheck[]> {
  const { exchanges } = run.session
  const kinds = notServedSince(exchanges)
  if (kinds.length > 0) await unavailabilityEnds(run, kinds.flat())
  const again = new Again(run, finished)
  for (const kind of kinds) {
    const [first] = kind
    for (let time = 0; time < ROUNDS && first !== undefined; time += 1) {
      const reply = await again.send(kind[time] ?? first)
      if (reply === undefined || isUsual(reply)) break
    }
  }
  for (const { failed, usual } of failedApart(exchanges)) {
    let failing = failed.slice(0, MOST_APART)
    for (let round = 0; round < ROUNDS && failing.length > 0; round += 1) {
      const replies: (Exchange | undefined)[] = []
      for (const before of failing) replies.push(await again.send(before))
      failing = failing.filter((_before, at) => isAsBefore(replies[at]))
      // It stands between two failures of the others, which shows that the service is there.
      const reply = failing.length > 0 && round + 1 < ROUNDS ? await again.send(usual) : undefined
      if (reply === undefined || !isUsual(reply)) break
    }
  }
  return again.checks
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
