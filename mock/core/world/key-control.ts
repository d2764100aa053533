import type { PlanId } from '../../../spec/index.ts'
import { allowanceOf, keyCaller, type Caller, type KeySpec } from '../limits/caller.ts'
import { clientReport, freeConduct, type ClientReport } from '../limits/client-statistics.ts'
import { keyProblem, noSuchKey } from '../limits/key-problem.ts'
import {
  ban,
  leftIn,
  lift,
  resetOf,
  rolledMeter,
  setRemaining,
  windowNames,
  type Allowance,
  type WindowName,
} from '../limits/meter.ts'
import { redactKey } from '../message/redact.ts'
import { ControlError } from './control-error.ts'
import type { Hold } from './world-state.ts'

/** How a key stands. Times in Unix milliseconds. */
export interface KeyStanding {
  readonly key: string
  readonly plan: PlanId
  readonly windows: Readonly<Record<WindowName, WindowStanding>>
  readonly strikes: number
  /** `undefined` when the key is not banned. */
  readonly bannedUntil: number | undefined
  readonly report: ClientReport
}

export interface WindowStanding {
  readonly limit: number
  readonly remaining: number
  /** When the window is renewed; `undefined` while none is open. */
  readonly resetsAt: number | undefined
}

// Thirty years: within the room that the clock leaves before the year 10000.
const LONGEST_BAN = 1_000_000_000

/** The keys of a world. */
export class KeyControl {
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  /** How many there are. */
  get size(): number {
    return this.#keys.size
  }

  list(): readonly KeyStanding[] {
    return Array.from(this.#keys.values(), (caller) => this.#standingOf(caller))
  }

  get(key: string): KeyStanding {
    return this.#standingOf(this.#find(key))
  }

  /** Adds a key. With 10,000 of them, the one that was idle the longest makes room. */
  add(spec: KeySpec): KeyStanding {
    const problem = keyProblem(spec)
    if (problem !== undefined) throw new ControlError('invalid', problem)
    if (this.#keys.get(spec.key)) {
      throw new ControlError(
        'conflict',
        `The key ${redactKey(spec.key)} exists already: change its plan instead`,
      )
    }
    const caller = keyCaller(spec)
    this.#keys.set(spec.key, caller)
    return this.#told(caller, `added on plan ${spec.plan}`)
  }

  /** Puts a key on another plan; what it has used in its windows stays used. */
  changePlan(key: string, plan: Omit<KeySpec, 'key'>): KeyStanding {
    const caller = this.#find(key)
    const problem = keyProblem({ ...plan, key })
    if (problem !== undefined) throw new ControlError('invalid', problem)
    caller.plan = plan.plan
    caller.allowance = allowanceOf(plan)
    freeConduct(caller.conduct)
    return this.#told(caller, `put on plan ${plan.plan}`)
  }

  /** Sets how many requests a key has left in a window, or in both. */
  setRemaining(key: string, left: Partial<Allowance>): KeyStanding {
    const caller = this.#find(key)
    const { clock, settings } = this.#hold.state()
    for (const window of windowNames) {
      const count = left[window]
      if (count === undefined) continue
      if (!Number.isInteger(count) || count < 0) {
        throw new ControlError(
          'invalid',
          `What is left in a ${window} must be a whole number from 0, not ${count}`,
        )
      }
      setRemaining(caller.meter, caller.allowance, window, count, clock.now(), settings)
    }
    freeConduct(caller.conduct)
    const told = windowNames.map((window) => `${left[window] ?? 'as many'} a ${window}`).join(', ')
    return this.#told(caller, `has left: ${told}`)
  }

  /** Bans a key for so many seconds, or for as long as its full windows would refuse it, whichever is longer. */
  ban(key: string, seconds: number): KeyStanding {
    const caller = this.#find(key)
    if (!(seconds > 0 && seconds <= LONGEST_BAN)) {
      throw new ControlError(
        'invalid',
        `A ban lasts more than 0 and at most ${LONGEST_BAN} seconds, not ${seconds}`,
      )
    }
    ban(caller.meter, caller.allowance, this.#hold.state().clock.now(), seconds * 1000)
    return this.#told(caller, `banned for ${seconds} s`)
  }

  /** Lifts a ban and forgets the strikes; the windows stay as they are. */
  lift(key: string): KeyStanding {
    const caller = this.#find(key)
    lift(caller.meter)
    freeConduct(caller.conduct)
    return this.#told(caller, 'has no ban')
  }

  /** Removes a key; requests with it are answered 401 from now on. */
  remove(key: string): void {
    this.#find(key)
    this.#keys.delete(key)
    this.#hold.changed('keys', `key ${redactKey(key)} removed`)
  }

  /** How well the client behind each key behaves. */
  report(): Readonly<Record<string, ClientReport>> {
    return Object.fromEntries(
      Array.from(this.#keys.values(), ({ id, conduct }) => [id, clientReport(conduct)]),
    )
  }

  get #keys(): ReturnType<Hold['state']>['callers']['keys'] {
    return this.#hold.state().callers.keys
  }

  #find(key: string): Caller {
    const caller = this.#keys.get(key)
    if (caller) return caller
    throw new ControlError('not-found', noSuchKey(this.#keys.keys(), key))
  }

  #standingOf(caller: Caller): KeyStanding {
    const { clock, settings } = this.#hold.state()
    const { id, plan, allowance, conduct } = caller
    const now = clock.now()
    const meter = rolledMeter(caller.meter, now, settings)
    const window = (name: WindowName): WindowStanding => ({
      limit: allowance[name],
      remaining: leftIn(meter[name], allowance[name]),
      resetsAt: meter[name].opened === undefined ? undefined : resetOf(meter[name], name, now),
    })
    return {
      key: id,
      plan,
      windows: { minute: window('minute'), day: window('day') },
      strikes: meter.strikes,
      bannedUntil: meter.bannedUntil === 0 ? undefined : meter.bannedUntil,
      report: clientReport(conduct),
    }
  }

  #told(caller: Caller, what: string): KeyStanding {
    this.#hold.changed('keys', `key ${redactKey(caller.id)} ${what}`)
    return this.#standingOf(caller)
  }
}
