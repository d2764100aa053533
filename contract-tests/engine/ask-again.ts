import { retryAfterOf } from '../history/headers.ts'
import { failedKinds, isOfGatewayStatus, isUsual } from '../history/unavailable.ts'
import type { FinishedCheck } from '../report/model/finished-check.ts'
import type { Exchange, Probe } from './exchange.ts'
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
 * asked again until it does not fail, in turns with one of those, the last time after a while. Resolves with the checks, of which the
 * one that had sent a request has sent it again, and those that asked for it alone have asked for that too.
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
  const served: Served[] = []
  for (const { failed, usual, isServedSince } of kinds) {
    if (usual === undefined) await untilUsual(failed, again)
    else served.push({ failing: failed.slice(0, MOST), usual, isServedSince })
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    // What is open for a moment only, as a circuit breaker for one request, is closed by then.
    if (round === ROUNDS)
      await unavailabilityEnds(
        run,
        served.flatMap(({ failing }) => failing),
      )
    for (const kind of served) await inTurn(kind, again)
  }
  return again.checks
}

/** What fails of a kind that is served. */
interface Served {
  /** The last times that it did. */
  failing: readonly Exchange[]
  readonly usual: Exchange
  /** Whether that was served since. */
  isServedSince: boolean
}

async function untilUsual(failed: readonly Exchange[], again: Again): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = failed[round % failed.length]
    const reply = before && (await again.send(before))
    if (reply === undefined || isUsual(reply)) return
  }
}

/** What is served between two failures shows that the service is there. */
async function inTurn(kind: Served, again: Again): Promise<void> {
  if (kind.failing.length === 0) return
  const isThere = kind.isServedSince || (await again.isServed(kind.usual))
  const failing: Exchange[] = []
  for (const before of isThere ? kind.failing : []) {
    const reply = await again.send(before)
    if (reply !== undefined && isOfGatewayStatus(reply)) failing.push(reply)
  }
  kind.failing = failing
  kind.isServedSince = false
}

/** Waits for as long as a service may be unavailable that has answered so, if the run may wait. */
async function unavailabilityEnds({ session: { time } }: Run, failed: readonly Exchange[]): Promise<void> {
  if (failed.length === 0) return
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
