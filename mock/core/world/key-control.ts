import type { PlanId } from '../../../spec/index.ts'
import { addKey, keyCaller, limitsOf, removeKey, type Caller, type KeySpec } from '../limits/caller.ts'
import { clientReport, forgetWaits, type ClientReport } from '../limits/client-statistics.ts'
import {
  ban,
  lift,
  readMeter,
  setRemaining,
  windowNames,
  type MeterReading,
  type PlanLimits,
} from '../limits/meter.ts'
import { redactKey } from '../message/redact.ts'
import { ControlError, noSuchKey, throwInvalid } from './control-error.ts'
import { checkInput } from './input.ts'
import { planProblem } from './spec-problems.ts'
import { noRoom, type WorldHandle } from './world-state.ts'

/** A key as it is shown. Times in Unix milliseconds. */
export interface KeyState extends MeterReading {
  readonly key: string
  readonly plan: PlanId
  readonly report: ClientReport
}

/** The keys of a world. */
export class KeyControl {
  readonly #world: WorldHandle

  constructor(world: WorldHandle) {
    this.#world = world
  }

  /** How many there are. */
  get size(): number {
    return this.#keys.size
  }

  list(): readonly KeyState[] {
    return Array.from(this.#keys.values(), (caller) => this.#stateOf(caller))
  }

  has(key: string): boolean {
    return this.#keys.get(key) !== undefined
  }

  get(key: string): KeyState {
    return this.#stateOf(this.#find(key))
  }

  /** Adds a key. With 10,000 of them, the one that was idle the longest makes room. */
  add(spec: KeySpec): KeyState {
    checkInput('addKey', { body: spec })
    const problem = planProblem(spec)
    if (problem !== undefined) throwInvalid(problem)
    if (this.#keys.get(spec.key)) {
      throw new ControlError(
        'conflict',
        `The key ${redactKey(spec.key)} exists already: change its plan instead`,
      )
    }
    const caller = keyCaller(spec)
    if (!addKey(this.#world.state().callers, caller))
      throw new ControlError('conflict', noRoom('another key'))
    return this.#told(caller, `added on plan ${spec.plan}`)
  }

  /** Puts a key on another plan; what it has used in its windows stays used. */
  changePlan(key: string, plan: Omit<KeySpec, 'key'>): KeyState {
    const caller = this.#find(key)
    checkInput('changePlan', { body: plan })
    const problem = planProblem(plan)
    if (problem !== undefined) throwInvalid(problem)
    caller.plan = plan.plan
    caller.limits = limitsOf(plan)
    forgetWaits(caller.statistics)
    return this.#told(caller, `put on plan ${plan.plan}`)
  }

  /** Sets how many requests a key has left in a window, or in both. */
  setRemaining(key: string, left: Partial<PlanLimits>): KeyState {
    const caller = this.#find(key)
    checkInput('setRemaining', { body: left })
    const { clock, settings } = this.#world.state()
    for (const window of windowNames) {
      const count = left[window]
      if (count !== undefined) setRemaining(caller.meter, caller.limits, window, count, clock.now(), settings)
    }
    forgetWaits(caller.statistics)
    const { windows } = this.#stateOf(caller)
    const told = windowNames.map(
      (name) => `${windows[name].remaining} of ${windows[name].limit} in its ${name}`,
    )
    return this.#told(caller, `has left: ${told.join(', ')}`)
  }

  /** Bans a key for so many seconds, or for as long as its full windows would refuse it, whichever is longer. */
  ban(key: string, seconds: number): KeyState {
    const caller = this.#find(key)
    checkInput('banKey', { body: { seconds } })
    ban(caller.meter, caller.limits, this.#world.state().clock.now(), seconds * 1000)
    return this.#told(caller, `banned for ${seconds} s`)
  }

  /** Lifts a ban and forgets the strikes; the windows stay as they are. */
  lift(key: string): KeyState {
    const caller = this.#find(key)
    lift(caller.meter)
    forgetWaits(caller.statistics)
    return this.#told(caller, 'has no ban')
  }

  /** Removes a key; requests with it are answered 401 from now on. */
  remove(key: string): void {
    this.#find(key)
    removeKey(this.#world.state().callers, key)
    this.#world.changed('keys', `key ${redactKey(key)} removed`)
  }

  /** How well the client behind each key behaves. */
  report(): Readonly<Record<string, ClientReport>> {
    return Object.fromEntries(
      Array.from(this.#keys.values(), ({ id, statistics }) => [id, clientReport(statistics)]),
    )
  }

  get #keys(): ReturnType<WorldHandle['state']>['callers']['keys'] {
    return this.#world.state().callers.keys
  }

  #find(key: string): Caller {
    checkInput('readKey', { path: { key } })
    const caller = this.#keys.get(key)
    if (caller) return caller
    throw new ControlError('not-found', noSuchKey(this.#keys.keys(), key))
  }

  #stateOf({ id, plan, limits, meter, statistics }: Caller): KeyState {
    const { clock, settings } = this.#world.state()
    const reading = readMeter(meter, limits, clock.now(), settings)
    return { key: id, plan, ...reading, report: clientReport(statistics) }
  }

  #told(caller: Caller, what: string): KeyState {
    this.#world.changed('keys', `key ${redactKey(caller.id)} ${what}`)
    return this.#stateOf(caller)
  }
}
