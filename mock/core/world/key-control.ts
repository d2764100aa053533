import { planName, type PlanId } from '../../../spec/plans.ts'
import { figure } from '../../../spec/wording.ts'
import { addKey, keyCaller, planLimits, removeKey, type Caller, type KeySpec } from '../limits/caller.ts'
import { clientReport, forgetWaits, type ClientReport } from '../limits/client-statistics.ts'
import {
  ban,
  liftBan,
  readMeter,
  setRemaining,
  windowNames,
  type MeterReading,
  type PlanLimits,
} from '../limits/meter.ts'
import type { Awaitable } from '../message/awaitable.ts'
import { distinctForm } from '../message/distinct-form.ts'
import type { IdentifyKey } from '../message/key-id.ts'
import { ControlError, noSuchKey, throwInvalid } from './control-error.ts'
import { checkInput } from './input.ts'
import { planProblem } from './spec-problems.ts'
import { noRoom, type WorldState } from './world-state.ts'
import type { Changing } from './world-store.ts'

/** A key as it is shown. Times in Unix milliseconds. */
export interface KeyState extends MeterReading {
  readonly key: string
  /** The id of the key in the journal. */
  readonly keyId: string
  readonly plan: PlanId
  readonly report: ClientReport
}

/** The keys of a world. */
export class KeyControl {
  readonly #world: Changing
  readonly #keyId: IdentifyKey

  constructor(world: Changing, keyId: IdentifyKey) {
    this.#world = world
    this.#keyId = keyId
  }

  /** How many there are. */
  get size(): Awaitable<number> {
    return this.#world.change('all', ({ callers }) => callers.keys.size)
  }

  list(): Awaitable<readonly KeyState[]> {
    return this.#world.change('all', (state) =>
      Array.from(state.callers.keys.values(), (caller) => this.#read(caller, state)),
    )
  }

  has(key: string): Awaitable<boolean> {
    return this.#world.change([key], ({ callers }) => callers.keys.get(key) !== undefined)
  }

  get(key: string): Awaitable<KeyState> {
    return this.#at(key, (caller, state) => this.#read(caller, state))
  }

  /** Adds a key. With 10,000 of them, the one that was idle the longest makes room. */
  add(spec: KeySpec): Awaitable<KeyState> {
    checkInput('addKey', { body: spec })
    const problem = planProblem(spec)
    if (problem !== undefined) throwInvalid(problem)
    return this.#world.change([spec.key], (state) => {
      if (state.callers.keys.get(spec.key)) {
        throw new ControlError(
          'conflict',
          `The key ${formOf(spec.key, state)} exists already: change its plan instead`,
        )
      }
      const caller = keyCaller(spec)
      if (!addKey(state.callers, caller)) throw new ControlError('conflict', noRoom('another key'))
      return this.#published(caller, state, `added on plan ${planName(spec.plan)}`)
    })
  }

  /** Changes the plan of a key; the spent quota of its windows stays spent. */
  changePlan(key: string, plan: Omit<KeySpec, 'key'>): Awaitable<KeyState> {
    checkInput('changePlan', { body: plan })
    const problem = planProblem(plan)
    if (problem !== undefined) throwInvalid(problem)
    return this.#at(key, (caller, state) => {
      caller.plan = plan.plan
      caller.limits = planLimits(plan)
      forgetWaits(caller.statistics)
      return this.#published(caller, state, `put on plan ${planName(plan.plan)}`)
    })
  }

  /** Sets how many requests a key has left in a window, or in both; no more than its plan allows. */
  setRemaining(key: string, left: Partial<PlanLimits>): Awaitable<KeyState> {
    checkInput('setRemaining', { body: left })
    return this.#at(key, (caller, state) => {
      const beyond = windowNames.find((window) => (left[window] ?? 0) > caller.limits[window])
      if (beyond) throwInvalid(`${beyond} must be <= ${caller.limits[beyond]}, the limit of the key's plan`)
      const now = state.clock.now()
      for (const window of windowNames) {
        const count = left[window]
        if (count !== undefined) setRemaining(caller.meter, caller.limits, window, count, now, state.settings)
      }
      forgetWaits(caller.statistics)
      const { windows } = this.#read(caller, state)
      const has = windowNames
        .filter((name) => left[name] !== undefined)
        .map((name) => `${figure(windows[name].remaining)} of ${figure(windows[name].limit)} in its ${name}`)
      return this.#published(caller, state, `has left: ${has.join(', ')}`)
    })
  }

  /** Bans a key for so many seconds, or for as long as its full windows would refuse it, whichever is longer. */
  ban(key: string, seconds: number): Awaitable<KeyState> {
    checkInput('banKey', { body: { seconds } })
    return this.#at(key, (caller, state) => {
      const now = state.clock.now()
      ban(caller.meter, caller.limits, now, seconds * 1000)
      const lasts = Math.ceil((caller.meter.bannedUntil - (now - (now % 1000))) / 1000)
      const why = lasts > seconds ? ', until its full window ends' : ''
      return this.#published(caller, state, `banned for ${figure(lasts)} s${why}`)
    })
  }

  /** Lifts a ban and forgets the strikes; the windows stay as they are. */
  lift(key: string): Awaitable<KeyState> {
    return this.#at(key, (caller, state) => {
      liftBan(caller.meter)
      forgetWaits(caller.statistics)
      return this.#published(caller, state, 'has no ban')
    })
  }

  /** Removes a key; requests with it are answered 401 from now on. */
  remove(key: string): Awaitable<void> {
    return this.#at(key, (_caller, state) => {
      const form = formOf(key, state)
      removeKey(state.callers, key)
      state.publish('keys', `key ${form} removed`)
    })
  }

  /** How well the client behind each key behaves. */
  report(): Awaitable<Readonly<Record<string, ClientReport>>> {
    return this.#world.change('all', ({ callers }) =>
      Object.fromEntries(
        Array.from(callers.keys.values(), ({ id, statistics }) => [id, clientReport(statistics)]),
      ),
    )
  }

  /** Runs a step on a key; throws a ControlError if there is none of that name. */
  #at<Result>(key: string, step: (caller: Caller, state: WorldState) => Result): Awaitable<Result> {
    checkInput('readKey', { path: { key } })
    return this.#world.change([key], (state) => {
      const caller = state.callers.keys.get(key)
      if (!caller) throw new ControlError('not-found', noSuchKey(state.callers.keys.keys(), key))
      return step(caller, state)
    })
  }

  #published(caller: Caller, state: WorldState, what: string): KeyState {
    state.publish('keys', `key ${formOf(caller.id, state)} ${what}`)
    return this.#read(caller, state)
  }

  #read({ id, plan, limits, meter, statistics }: Caller, { clock, settings }: WorldState): KeyState {
    const reading = readMeter(meter, limits, clock.now(), settings)
    return { key: id, keyId: this.#keyId(id), plan, ...reading, report: clientReport(statistics) }
  }
}

/** A key as a sentence shows it, which others may read. */
function formOf(key: string, { callers }: WorldState): string {
  return distinctForm(key, callers.keys.keys())
}
