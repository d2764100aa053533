import { retryAfterOf } from '../history/headers.ts'
import { isOfGatewayStatus, isUsual, notServedSince } from '../history/unavailable.ts'
import type { FinishedCheck } from '../report/model/finished-check.ts'
import type { Exchange } from './exchange.ts'
import { reportExchange } from './reported-exchange.ts'
import type { Run } from './run.ts'
import { isAsked } from './settle.ts'
import { NotVerified } from './verdicts.ts'

// Longer than most restarts and failovers are seen.
const LEAST_MS = 5000
// Of requests of one kind, the first ones may be refused by a rule of the service's own.
const MOST = 3

/**
 * Asks again, after a while, what was answered as by a gateway and was not served since: of each kind, until one is answered as usual or
 * as by a gateway once more. What was an outage is so known from what fails always. Resolves with the checks, of which the one that
 * had sent a request has sent it again, and those that asked for it alone have asked for that too.
 */
export async function askAgain(
  run: Run,
  finished: readonly FinishedCheck[],
): Promise<readonly FinishedCheck[]> {
  const { session } = run
  const kinds = notServedSince(session.exchanges)
  if (kinds.length === 0) return finished
  const waits = kinds.flat().map((one) => one.received + (retryAfterOf(one) ?? 0) - session.time.now())
  const wait = Math.max(LEAST_MS, ...waits)
  const longest = session.time.mayPass(wait) ? wait : LEAST_MS
  if (session.time.mayPass(longest)) {
    const until = 'the service, which was unavailable, answers again'
    await session.time.pass(longest, { until }).catch(unlessNotVerified)
  }
  let checks = finished
  for (const kind of kinds) {
    for (const before of kind.slice(0, MOST)) {
      const again = await sent(run, before)
      if (again === undefined) break
      checks = withSent(checks, before, again, run)
      if (isOfGatewayStatus(again) || isUsual(again)) break
    }
  }
  return checks
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
