import { mayAddPet, mayChangePets } from '../../spec/operations.ts'
import { Allowances } from './allowances.ts'
import { nameOf, type Caller, type Exchange, type Probe } from './exchange.ts'
import { rateLimitOf } from '../history/headers.ts'
import { SURELY_OVER_MS } from '../history/long-minutes.ts'
import { fillIn } from './keys.ts'
import { ReadBodies } from './read-bodies.ts'
import { Interruption } from './interruption.ts'
import type { Waits } from './ports.ts'
import type { ServiceTime } from './service-time.ts'
import type { ContractSettings } from './settings.ts'
import { Unreachable, type Reply, type Transport } from './transport.ts'
import { mayHaveStored, petsToAskAgain } from './created-pets.ts'
import {
  answeredOtherwise,
  kindsOf,
  type Silence,
  silenceOf,
  STOPPED,
  stoppedBy,
  type Unanswered,
} from './unanswered.ts'
import { leftOfUnreportedMinute } from './unreported-minute.ts'
import { NotVerified } from './verdicts.ts'

/** How a probe handles a 429: wait and retry, or accept it as evidence. */
export type OnRefusal = 'wait' | 'accept'

// One of so many pets is kept for what is repeated.
const KEPT = 10

/**
 * A run against one service: sends probes, stays within the quota that the service reports, and records every exchange.
 * Probes are sent one after the other, except for those that must be concurrent.
 */
export class Session {
  readonly settings: ContractSettings
  readonly time: ServiceTime
  /** Nothing is sent or waited for any more once it has come. */
  readonly interruption = new Interruption()
  readonly exchanges: Exchange[] = []
  /** Requests without a reply, in the order in which they failed. */
  readonly unanswered: Unanswered[] = []
  /** Those whose status was found to be wrong. */
  readonly discredited = new Set<Exchange>()
  #transport: Transport
  readonly #shared = new Map<string, Promise<Exchange>>()
  readonly #allowances = new Allowances()
  readonly #underWay = new Set<{ overlaps?: true }>()
  /** The waits under way for the next minute of a caller. */
  readonly #waiting = new Map<Caller, Promise<void>>()
  #evidence: Exchange[] = []
  #reported = 0
  /** In which minute of a caller the run is, of those that it has waited for. */
  minute = 1
  /** Is called before the run waits for a further minute of a caller. */
  beforeMinute: () => void = () => undefined
  /** Is called with each request as it is sent. */
  asking: Waits['asking']
  /** Of the pets that the run may add, how many are kept for what is repeated at its end. */
  keptPets: number
  /** Pets that the service may have stored. */
  #stored = 0
  /** Creations without a reply, those under way included. */
  lost = 0
  readonly #bodies: ReadBodies

  constructor(settings: ContractSettings, transport: Transport, time: ServiceTime) {
    this.settings = settings
    this.time = this.interruption.ending(time)
    this.#transport = transport
    this.#bodies = new ReadBodies(settings.maxBody)
    this.keptPets = settings.verifyRepeats ? Math.floor(settings.maxCreated / KEPT) : 0
  }

  /** The request since which the service has answered nothing, if it failed so often that it is asked nothing more. */
  get stoppedBy(): Unanswered | undefined {
    return stoppedBy(this.unanswered, this.exchanges.length)
  }

  /** The kind, of those of a request, of which none was answered, if there were so many that a caller asks it no more while others answer. */
  silenceOf(kinds: readonly string[], caller: Caller): Silence | undefined {
    return silenceOf(kinds, caller, this.unanswered, this.exchanges)
  }

  /** How many requests a caller can send without waiting, by the last reply. */
  leftOf(caller: Caller): number {
    return this.#allowances.leftOf(caller, this.time.now())
  }

  /** How many requests a caller has in a window. */
  limitOf(caller: Caller): number {
    return this.#allowances.limitOf(caller)
  }

  /** How many pets the run may still add. */
  get petsLeft(): number {
    return this.settings.maxCreated - this.#stored - this.keptPets
  }

  /** The caller for what asks for no key in particular: the second key where it was served, for the first one's minute is full. */
  get spareCaller(): Caller {
    const isServed = this.exchanges.some(
      ({ probe, status }) => probe.caller === 'second key' && status === 200,
    )
    return isServed ? 'second key' : 'key'
  }

  /** Sends a probe once, and shares its exchange among all checks that need it. */
  async share(probe: Probe): Promise<Exchange> {
    const name = nameOf(probe)
    let sent = this.#shared.get(name)
    if (!sent) this.#shared.set(name, (sent = this.#sendOnce(probe, 'wait')))
    return this.#noted(await sent)
  }

  /**
   * The same for several probes at the same time, or several rows of probes, each of which is sent one after the other. All are
   * sent one after the other where some caller has not that many left, or may not have: whoever meets several 429 at once may be banned.
   */
  async shareAtOnce(rows: readonly (Probe | readonly Probe[])[]): Promise<readonly Exchange[]> {
    const probes = rows.flat()
    const callers = Map.groupBy(probes, ({ caller }) => caller)
    const enough = [...callers].every(([caller, own]) => this.#leftAtOnce(caller) >= own.length)
    const creations = probes.filter(({ method, path }) => mayAddPet(method, path))
    const hasRoom =
      creations.length <= this.petsLeft && this.exchanges.length + probes.length <= this.settings.maxRequests
    if (!enough || !hasRoom) return this.#shareAll(probes)
    const sent = await Promise.allSettled(rows.map((row) => this.#shareAll('method' in row ? [row] : row)))
    return sent.flatMap((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  }

  /** How many requests of a caller surely fit into its minute, by its last reply, and by what it sent where that speaks of the day. */
  #leftAtOnce(caller: Caller): number {
    return Math.min(this.#allowances.lastLeftOf(caller), this.#leftOfMinute(caller))
  }

  #leftOfMinute(caller: Caller): number {
    const { exchanges, unanswered, settings } = this
    const { plan, secondPlan = plan } = settings
    const plans = { key: plan, 'second key': secondPlan, nobody: undefined }
    return leftOfUnreportedMinute(caller, { exchanges, unanswered, plan: plans[caller] }, this.time.now())
  }

  async #shareAll(probes: readonly Probe[]): Promise<readonly Exchange[]> {
    const exchanges: Exchange[] = []
    for (const probe of probes) exchanges.push(await this.share(probe))
    return exchanges
  }

  /** Sends a probe of its own. */
  async send(probe: Probe, onRefusal: OnRefusal = 'wait'): Promise<Exchange> {
    return this.#noted(await this.#sendOnce(probe, onRefusal))
  }

  /** Does a piece of work over another way to the service; nothing else is sent meanwhile. */
  async over<T>(transport: Transport, work: () => Promise<T>): Promise<T> {
    const usual = this.#transport
    this.#transport = transport
    try {
      return await work()
    } finally {
      this.#transport = usual
    }
  }

  /** The exchanges that were looked at since the last call: a check's evidence. */
  drainEvidence(): readonly Exchange[] {
    const evidence = [...new Set(this.#evidence)]
    this.#evidence = []
    return evidence
  }

  /** Makes exchanges that were sent before part of the evidence. */
  lookAt(exchanges: readonly Exchange[]): void {
    this.#evidence.push(...exchanges)
  }

  /** The exchanges since the last call. */
  drainUnreported(): readonly Exchange[] {
    const unreported = this.exchanges.slice(this.#reported)
    this.#reported = this.exchanges.length
    return unreported
  }

  #noted(exchange: Exchange): Exchange {
    this.#evidence.push(exchange)
    const { id, probe, status, unread } = exchange
    if (unread === undefined) return exchange
    throw new NotVerified('body not read', `#${id} ${probe.method} ${probe.path} → ${status}: ${unread}`)
  }

  async #sendOnce(probe: Probe, onRefusal: OnRefusal): Promise<Exchange> {
    if (onRefusal === 'wait') await this.#waitForAllowance(probe.caller)
    const exchange = await this.#exchange(probe)
    if (exchange.status !== 429 || onRefusal === 'accept') return exchange
    // Somebody else uses the key, or the service counts otherwise than it says: one patient try more.
    await this.#waitForAllowance(probe.caller)
    const again = await this.#exchange(probe)
    if (again.status === 429) throw new NotVerified('budget spent', 'the service refuses with 429 still')
    return again
  }

  /** Waits until a caller may send again, or until its minute is new for sure; what was refused at once waits together. */
  async #waitForAllowance(caller: Caller): Promise<void> {
    const left = this.#allowances.spentUntil(caller) - this.time.now()
    if (left <= 0) return
    const waiting = this.#waiting.get(caller) ?? this.#pass(this.#untilNew(caller, left), caller)
    this.#waiting.set(caller, waiting)
    try {
      await waiting
    } finally {
      this.#waiting.delete(caller)
    }
  }

  /**
   * How long the run waits for the next minute of a caller: where no header speaks of that, so long that nothing counts any more of what
   * kind of minute ever, if there is time. Then the next refusal shows how many it has.
   */
  #untilNew(caller: Caller, least: number): number {
    const last = this.exchanges.findLast(({ probe }) => probe.caller === caller)
    const isReported = this.#leftOfMinute(caller) === Number.POSITIVE_INFINITY
    if (caller === 'nobody' || last === undefined || isReported) return least
    const silence = last.received + SURELY_OVER_MS - this.time.now()
    return silence > least && this.time.mayPass(silence + FOR_MORE_MINUTES_MS) ? silence : least
  }

  async #pass(milliseconds: number, caller: Caller): Promise<void> {
    this.beforeMinute()
    await this.time.pass(milliseconds, { until: RENEWED[caller] })
    this.minute += 1
  }

  async #exchange(probe: Probe): Promise<Exchange> {
    this.interruption.refuse()
    const addsPet = mayAddPet(probe.method, probe.path)
    if (this.settings.readOnly && mayChangePets(probe.method, probe.path)) {
      throw new NotVerified('unsafe here', `it could ${addsPet ? 'add' : 'change'} a pet (--read-only)`)
    }
    if (addsPet && this.petsLeft <= 0) {
      throw new NotVerified('budget spent', `--max-created allows ${this.settings.maxCreated}`)
    }
    if (this.stoppedBy) {
      const { method, path } = this.stoppedBy.probe
      throw new NotVerified('unreachable', `${STOPPED} at ${method} ${path}`)
    }
    const silence = this.silenceOf(kindsOf(probe), probe.caller)
    if (silence) {
      const { kind, since } = silence
      throw new NotVerified('unreachable', `${kind} has answered nothing since ${since.method} ${since.path}`)
    }
    if (this.exchanges.length >= this.settings.maxRequests) {
      throw new NotVerified('budget spent', `--max-requests allows ${this.settings.maxRequests}`)
    }
    try {
      return await this.#ask(probe)
    } catch (error) {
      await this.#askAnother()
      throw error
    }
  }

  /** Asks for something else that was answered, where the run would end otherwise: it goes on where that still is. */
  async #askAnother(): Promise<void> {
    if (!this.stoppedBy) return
    const others = answeredOtherwise(this.unanswered, this.exchanges)
    const one = others.find(({ caller }) => this.leftOf(caller) > 0)
    if (one === undefined || this.exchanges.length >= this.settings.maxRequests) return
    // What it comes to is recorded, with or without a reply.
    await this.#ask(one).catch((error: unknown) => {
      if (!(error instanceof NotVerified)) throw error
    })
  }

  async #ask(probe: Probe): Promise<Exchange> {
    const after = this.exchanges.length
    const asked = this.time.now() - this.time.ahead
    const answered = this.asking?.(probe)
    const { reply, overlaps } = await this.#alone(this.#send(probe)).finally(answered)
    const before = this.time.ahead
    this.time.observe({ asked, date: reply.headers['date'], reset: rateLimitOf(reply).reset })
    if (this.time.ahead !== before) this.#shift(this.time.ahead - before)
    const id = this.exchanges.length + 1
    const exchange: Exchange = {
      id,
      after,
      probe,
      ...reply,
      ...(overlaps && { overlaps }),
      ...this.#bodies.contentOf(reply),
      sent: asked + this.time.ahead,
      received: this.time.now(),
    }
    this.exchanges.push(exchange)
    this.#stored += mayHaveStored(exchange)
    this.keptPets = Math.max(this.keptPets, petsToAskAgain(exchange))
    this.#allowances.learn(exchange)
    return exchange
  }

  /** Puts the times of all exchanges by the clock that the service is now known to have: one run has one clock. */
  #shift(milliseconds: number): void {
    const moments: readonly { sent: number; received: number }[] = this.exchanges
    for (const moment of moments) {
      moment.sent += milliseconds
      moment.received += milliseconds
    }
  }

  /** Waits for a reply, and returns whether another request overlapped with it. */
  async #alone(sending: Promise<Reply>): Promise<{ readonly reply: Reply; readonly overlaps?: true }> {
    const flight: { overlaps?: true } = {}
    this.#underWay.add(flight)
    if (this.#underWay.size > 1) for (const one of this.#underWay) one.overlaps = true
    try {
      return { reply: await sending, ...flight }
    } finally {
      this.#underWay.delete(flight)
    }
  }

  #baseOf({ base }: Pick<Probe, 'base'>): string {
    const { baseUrl, secondBaseUrl } = this.settings
    if (base === undefined) return baseUrl
    if (secondBaseUrl !== undefined) return secondBaseUrl
    throw new NotVerified('precondition missing', 'the second base address (--second-base-url)')
  }

  async #send(probe: Probe): Promise<Reply> {
    const { settings } = this
    const { method, headers, body } = probe
    const addsPet = mayAddPet(method, probe.path)
    if (probe.caller === 'second key' && settings.secondKey === undefined) {
      throw new NotVerified('precondition missing', 'a second key (--second-key-env)')
    }
    const filled = Object.entries(headers).map(([name, value]) => [name, fillIn(value, settings)])
    if (addsPet) this.lost += 1
    try {
      const request = {
        method,
        url: this.#baseOf(probe) + fillIn(probe.path, settings),
        headers: Object.fromEntries(filled) as Record<string, string>,
        body,
      }
      const reply = await this.interruption.during(() => this.#transport(request))
      if (addsPet) this.lost -= 1
      const fields = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value])
      return {
        status: reply.status,
        headers: Object.fromEntries(fields) as Record<string, string>,
        body: reply.body,
        ...(reply.unread !== undefined && { unread: reply.unread }),
        ...(reply.tries !== undefined && { tries: reply.tries }),
        ...(reply.failed !== undefined && { failed: reply.failed }),
      }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      const { message: why, tries, failed } = error
      this.unanswered.push({ after: this.exchanges.length, probe, why, tries, failed })
      if (addsPet) this.#stored += 1
      throw new NotVerified('unreachable', error.message, { cause: error })
    }
  }
}

// What else a run waits for: the end of a minute that it goes over on purpose, and one that it meets.
const FOR_MORE_MINUTES_MS = 120_000

const RENEWED = {
  key: 'the quota of the key is renewed',
  'second key': 'the quota of the second key is renewed',
  nobody: 'the service admits requests without a key again',
} satisfies Record<Caller, string>
