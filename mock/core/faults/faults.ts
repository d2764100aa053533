import { MOST } from '../memory/bounds.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { Refusal } from '../message/outcome.ts'
import type { Random } from '../settings/random.ts'

/** The effect of a fault on a reply. */
export type FaultEffect =
  /** The reply is delayed by a random time within the bounds, in milliseconds; by exactly `from` without `to`. */
  | { readonly kind: 'delay'; readonly from: number; readonly to?: number }
  /** The service does not act. It replies with that status, and with the body and headers that are given. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The service acts, and the connection ends before the reply or in the middle of its body. */
  | { readonly kind: 'cut'; readonly at: 'before-reply' | 'mid-body' }
  /** The service acts, and the body is an HTML page. */
  | { readonly kind: 'not-json' }
  /** The body is sent in small parts, spread over so many milliseconds. */
  | { readonly kind: 'trickle'; readonly over: number }

/** An effect that replaces the reply, without acting. */
export type StatusEffect = Extract<FaultEffect, { kind: 'status' }>

/** Something that is broken on purpose. */
export interface FaultSpec {
  readonly effect: FaultEffect
  /** Only this operation; any operation by default. */
  readonly operation?: OperationId | undefined
  /** Only this API key; any caller by default. */
  readonly key?: string | undefined
  /** From 0 to 1; 1 by default. */
  readonly probability?: number | undefined
  /** How many matching requests pass first: with 2, the third one is hit. */
  readonly after?: number | undefined
  /** It heals after so many hits. */
  readonly times?: number | undefined
  /** It heals so many seconds (by the world's clock) after it was added. */
  readonly seconds?: number | undefined
}

export interface Fault extends FaultSpec {
  readonly id: number
  /** How often it has hit. */
  readonly hits: number
  /** When it heals by itself, Unix milliseconds. */
  readonly healsAt: number | undefined
}

/** A fault as it is stored. */
export interface FaultRecord extends Fault {
  /** How many requests matched it, hit or not. */
  readonly passed: number
}

/** The combined effect of the faults that hit a request. */
export interface InjectedFault {
  /** Milliseconds to wait before answering. */
  readonly delay: number
  readonly effect: Exclude<FaultEffect, { kind: 'delay' }> | undefined
}

/** The faults of a world. Their chances come from the world's seed: the same seed gives the same hits. */
export class Faults {
  readonly #random: Random
  readonly #onHealed: (fault: Fault) => void
  #faults: (Fault & { hits: number; passed: number })[] = []
  #nextId = 1

  constructor(random: Random, onHealed: (fault: Fault) => void) {
    this.#random = random
    this.#onHealed = onHealed
  }

  /** The faults that have not healed, to be stored. */
  records(now: number): readonly FaultRecord[] {
    this.#heal(now)
    return this.#faults
  }

  /** Adds stored faults. */
  restore(records: readonly FaultRecord[], nextId = 1): void {
    this.#faults.push(...records.map((fault) => ({ ...fault })))
    this.#nextId = Math.max(nextId, ...records.map(({ id }) => id + 1))
  }

  /** The id of the next one. */
  get nextId(): number {
    return this.#nextId
  }

  get size(): number {
    return this.#faults.length
  }

  list(now: number): readonly Fault[] {
    this.#heal(now)
    return this.#faults.map(publicFault)
  }

  /** Adds a fault; `undefined` when there are `MOST.faults` already. */
  add(spec: FaultSpec, now: number): Fault | undefined {
    this.#heal(now)
    if (this.#faults.length >= MOST.faults) return undefined
    const fault = newFault(spec, this.#nextId, now)
    this.#nextId += 1
    this.#faults.push(fault)
    return publicFault(fault)
  }

  remove(id: number): boolean {
    const before = this.#faults.length
    this.#faults = this.#faults.filter((fault) => fault.id !== id)
    return this.#faults.length < before
  }

  clear(): void {
    this.#faults = []
  }

  /** Applies the faults to a request: delays add up, and of the other effects the first one counts. */
  hit(operation: OperationId | undefined, key: string | undefined, now: number): InjectedFault | undefined {
    if (this.#faults.length === 0) return undefined
    this.#heal(now)
    let delay = 0
    let effect: InjectedFault['effect']
    for (const fault of this.#faults) {
      if (!matches(fault, operation, key)) continue
      fault.passed += 1
      if (fault.passed <= (fault.after ?? 0) || (effect && fault.effect.kind !== 'delay')) continue
      if (fault.probability !== undefined && this.#random() >= fault.probability) continue
      fault.hits += 1
      if (fault.effect.kind === 'delay') delay += between(this.#random, fault.effect)
      else effect = fault.effect
    }
    this.#heal(now)
    return delay === 0 && !effect ? undefined : { delay, effect }
  }

  #heal(now: number): void {
    const healed = this.#faults.filter((fault) => isHealed(fault, now))
    if (healed.length === 0) return
    this.#faults = this.#faults.filter((fault) => !healed.includes(fault))
    for (const fault of healed) this.#onHealed(publicFault(fault))
  }
}

/** A fault as it is added at a time. */
export function newFault(spec: FaultSpec, id: number, now: number): FaultRecord {
  const healsAt = spec.seconds === undefined ? undefined : now + spec.seconds * 1000
  return { ...spec, id, hits: 0, passed: 0, healsAt }
}

function publicFault({ passed: _passed, ...fault }: Fault & { passed: number }): Fault {
  return fault
}

function matches(fault: FaultSpec, operation: OperationId | undefined, key: string | undefined): boolean {
  if (fault.operation !== undefined && fault.operation !== operation) return false
  return fault.key === undefined || fault.key === key
}

function between(random: Random, { from, to = from }: { from: number; to?: number }): number {
  return from + Math.floor(random() * (to - from + 1))
}

function isHealed({ times, hits, healsAt }: Fault, now: number): boolean {
  return (times !== undefined && hits >= times) || (healsAt !== undefined && now >= healsAt)
}

/** The outcome of a request that a fault answers. */
export function injectedError({ status }: StatusEffect): Refusal {
  return {
    status,
    code: 'injected_fault',
    message: `A fault was set: this request is answered ${status}`,
    reason: { step: 'fault', sentence: `a fault answers ${status}; nothing was done` },
  }
}

/** A sentence on a reply, with what a fault does to that. */
export function withFault(sentence: string, fault: InjectedFault): string {
  const done = faultSentence(fault)
  return done === '' ? sentence : `${sentence}; ${done}`
}

/**
 * What a fault does to a reply, in words: `a fault delays it by 300 ms and cuts the connection before it`. Empty where it does
 * nothing to one but set its status, of which `injectedError` says all.
 */
export function faultSentence({ delay, effect }: InjectedFault): string {
  const late = delay > 0 ? `delays it by ${delay} ms` : undefined
  const done = [late, effect && doneBy(effect)].filter((what) => what !== undefined)
  return done.length === 0 ? '' : `a fault ${done.join(' and ')}`
}

function doneBy(effect: NonNullable<InjectedFault['effect']>): string | undefined {
  switch (effect.kind) {
    case 'status':
      return undefined
    case 'cut':
      return `cuts the connection ${effect.at === 'before-reply' ? 'before it' : 'in the middle of its body'}`
    case 'not-json':
      return 'sends a page in its place'
    case 'trickle':
      return 'sends it in small parts'
  }
}
