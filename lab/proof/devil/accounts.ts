/** Whose key it is, and what belongs to it: a quota, a ban, an owner of pets. */
import { inTheOtherCase } from '../../../contract-tests/engine/keys.ts'
import type { Choices } from './devilries.ts'
import { Ban, Quota, type Plan } from './limits.ts'
import type { Base } from './request.ts'

export interface Key {
  readonly key: string
  readonly plan: Plan
}

/** A valid key: one of the client's, or of another customer. */
export interface Account extends Key {
  /** The place among the client's keys; undefined: of another customer. */
  readonly place: number | undefined
}

export class Accounts {
  readonly #keys: readonly Key[]
  readonly #choices: Choices
  readonly #quotas = new Map<string, Quota>()
  readonly #bans = new Map<string, Ban>()

  constructor(keys: readonly Key[], choices: Choices) {
    this.#keys = keys
    this.#choices = choices
  }

  find(key: string): Account | undefined {
    const place = this.#keys.findIndex((own) => own.key === key)
    const own = this.#keys[place]
    if (own !== undefined) return { ...own, place }
    return this.#keys.some((near) => this.#isNear(key, near.key))
      ? { key, plan: 'free', place: undefined }
      : undefined
  }

  /** Keys of another customer that look much like one of the client's. */
  #isNear(key: string, own: string): boolean {
    const kind = this.#choices.of('nearKeys')
    const prefix = own.startsWith(key) && key.length === own.length - 1
    const longer = key.startsWith(own) && key.length === own.length + 1
    return (
      (prefix && kind === 'prefix') ||
      (longer && kind === 'longer') ||
      (key === inTheOtherCase(own) && kind === 'other-case')
    )
  }

  quota(base: Base, account: Account): Quota {
    const shared = base === 'main' || ['same-limits', 'all-the-same'].includes(this.#choices.of('staging'))
    const who = `key ${account.key}`
    return entry(
      this.#quotas,
      `${shared ? 'main' : 'staging'} ${who}`,
      () => new Quota(account.plan, this.#choices),
    )
  }

  ban(key: string): Ban {
    return entry(this.#bans, key, () => new Ban(this.#choices))
  }

  /** Whose pets a key sees. */
  owner(account: Account): string {
    return this.#choices.of('keyScope') === 'own-pets' ? `${account.place ?? account.key}` : 'all'
  }
}

/** The entry of a map, which is made where there is none. */
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const there = map.get(key)
  if (there !== undefined) return there
  const made = make()
  map.set(key, made)
  return made
}
