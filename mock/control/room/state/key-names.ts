import { signal } from '@preact/signals'
import type { JournalEntry } from '../../../client/generated/wire.ts'
import type { KeyState } from '../../../client/world-state.ts'
import { tellingNames } from './telling-names.ts'

/** Stands for the key of requests without a valid one. */
export const NO_KEY = 'no key'

/** Keys that are remembered: those of a world, and as many that were removed. */
const MOST_KEYS = 20_000
/** Keys of exchanges that no list of keys has named yet, as many as the journal of a world can hold. */
const MOST_STRANGERS = 1000

type Keyed = Pick<JournalEntry, 'key' | 'keyId'>

/**
 * Whose an exchange is, and what that key is called on the page. An exchange brings the id of its key and the key cut, which
 * others may share. The list of keys says which key an id is: then that is whose it is, whatever it is called after a restart.
 */
export class KeyNames {
  readonly #names = signal<ReadonlyMap<string, string>>(new Map())
  /** Called with what a key was called until it was known, and with the key. */
  readonly #onKnown: (before: string, key: string) => void
  readonly #keys = new Map<string, string>()
  readonly #strangers = new Map<string, string>()

  constructor(onKnown: (before: string, key: string) => void) {
    this.#onKnown = onKnown
  }

  /** The key of an exchange where it is known, else a text that stands for it. */
  keyOf({ keyId }: Keyed): string {
    return keyId === null ? NO_KEY : (this.#keys.get(keyId) ?? strangerOf(keyId))
  }

  /** What a key is called: in full where no other is cut alike, else with as much of it as tells it apart, or a number. */
  nameOf(key: string): string {
    return this.#names.value.get(key) ?? (isStranger(key) ? '…' : key)
  }

  /** Notes the keys of exchanges. */
  meet(entries: readonly Keyed[]): void {
    let isNew = false
    for (const { key, keyId } of entries) {
      if (key === null || keyId === null || this.#keys.has(keyId)) continue
      const stranger = strangerOf(keyId)
      if (this.#strangers.has(stranger)) continue
      this.#strangers.set(stranger, key)
      isNew = true
      const [first] = this.#strangers.keys()
      if (this.#strangers.size > MOST_STRANGERS && first !== undefined) this.#strangers.delete(first)
    }
    if (isNew) this.#nameAll()
  }

  /** Notes the keys of the world, by their ids. */
  learn(keys: readonly Pick<KeyState, 'key' | 'keyId'>[]): void {
    const fresh = keys.filter(({ keyId }) => !this.#keys.has(keyId))
    if (fresh.length === 0) return
    if (this.#keys.size + fresh.length > MOST_KEYS) this.#keys.clear()
    for (const { key, keyId } of this.#keys.size === 0 ? keys : fresh) this.#keys.set(keyId, key)
    for (const { key, keyId } of fresh) {
      const stranger = strangerOf(keyId)
      if (this.#strangers.delete(stranger)) this.#onKnown(stranger, key)
    }
    this.#nameAll()
  }

  /** Forgets all, for another world has other keys. */
  clear(): void {
    this.#keys.clear()
    this.#strangers.clear()
    this.#nameAll()
  }

  #nameAll(): void {
    const keys = [...new Set(this.#keys.values())]
    this.#names.value = tellingNames(keys, this.#strangers)
  }
}

// No key begins so.
function strangerOf(keyId: string): string {
  return `#${keyId}`
}

function isStranger(key: string): boolean {
  return key.startsWith('#')
}
