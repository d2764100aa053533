import { signal } from '@preact/signals'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import type { KeyState } from '../../../client/world-state.ts'
import { isFormOf } from '../../../core/message/distinct-form.ts'
import { CLIENT_HEADER } from '../../../core/message/client-header.ts'
import { formOfRunKey } from './run-key-form.ts'
import { unlistedNames } from './unlisted-names.ts'

/** Stands for the key of requests without a key. */
export const NO_KEY = 'no key'
/** Stands for any key that the world does not know. */
export const UNKNOWN_KEY = 'unknown key'

/** How many keys are stored: those of a world, and as many removed ones. */
const MOST_KEYS = 20_000
/** How many unlisted keys are stored: as many as the journal of a world can hold. */
const MOST_UNLISTED = 1000

/** After so many lists without it, an unlisted key was removed. One list may be older than the key. */
const LISTS = 2

const REMOVED = ' (removed)'

type Sent = Pick<JournalEntry, 'keyId'> & { readonly request: Pick<JournalEntry['request'], 'headers'> }
type Keyed = Sent & Pick<JournalEntry, 'key'>
export type ListedKey = Pick<KeyState, 'key' | 'keyId'>

/**
 * Identifies the key of an exchange and names it on the page. An exchange has the id of its key and the redacted key, which is
 * not unique. A key is unlisted until a list of keys has named the key of that id.
 */
export class KeyNames {
  readonly #names = signal<ReadonlyMap<string, string>>(new Map())
  /** Called with the placeholder of an unlisted key and the key, when a list has named it. */
  readonly #onListed: (before: string, key: string) => void
  readonly #keys = new Map<string, string>()
  /** Redacted keys by placeholder; those of a run with all of their beginning. */
  readonly #unlisted = new Map<string, string>()
  /** How many lists have come without an unlisted key, by placeholder. */
  readonly #missing = new Map<string, number>()
  /** Sentences with their keys, by change. */
  readonly #sentences = new WeakMap<object, string>()

  constructor(onListed: (before: string, key: string) => void) {
    this.#onListed = onListed
  }

  /** The key of an exchange, or the placeholder of an unlisted key; without a valid one, whether another was sent. */
  keyOf({ keyId, request }: Sent): string {
    if (keyId !== null) return this.#keys.get(keyId) ?? placeholderOf(keyId)
    return /^bearer \S/i.test(headerOf(request, 'Authorization')) ? UNKNOWN_KEY : NO_KEY
  }

  /**
   * The unique name of a key: the key itself, as its card shows it. That of an unlisted key is its redacted form, with a number if
   * others are equal. It says if the key was removed before this page knew it.
   */
  nameOf(key: string): string {
    return this.#names.value.get(key) ?? (isPlaceholder(key) ? '…' : key)
  }

  /** A sentence about a redacted key with the key itself, if it stands for one listed key only. */
  named(sentence: string): string {
    const form = /(?<=\bkey )\S*…\S*/i.exec(sentence)?.[0]
    if (form === undefined) return sentence
    const alike = [...this.#names.value.keys()].filter((key) => !isPlaceholder(key) && isFormOf(form, key))
    const [key] = alike
    return key === undefined || alike.length > 1 ? sentence : sentence.replace(form, () => key)
  }

  /** The sentence of a change with the key that it was about when it was published: later, others may be redacted so. */
  namedIn(change: Pick<Change, 'sentence'>): string {
    const before = this.#sentences.get(change)
    if (before !== undefined) return before
    const sentence = this.named(change.sentence)
    if (sentence !== change.sentence) this.#sentences.set(change, sentence)
    return sentence
  }

  /** Whether a sentence may be about a key: it begins with a redacted form of it, which of an unlisted one is not known for sure. */
  isIn(sentence: string, key: string): boolean {
    const [, form] = /^key (\S+) /.exec(sentence) ?? []
    return form !== undefined && (isPlaceholder(key) || isFormOf(form, key))
  }

  /** Adds the keys of exchanges. */
  addFromExchanges(entries: readonly Keyed[]): void {
    let isNew = false
    for (const { key, keyId, request } of entries) {
      if (key === null || keyId === null || this.#keys.has(keyId)) continue
      const placeholder = placeholderOf(keyId)
      if (this.#unlisted.has(placeholder)) continue
      this.#unlisted.set(placeholder, formOfRunKey(key, headerOf(request, CLIENT_HEADER)) ?? key)
      isNew = true
      const [first] = this.#unlisted.keys()
      if (this.#unlisted.size <= MOST_UNLISTED || first === undefined) continue
      this.#unlisted.delete(first)
      this.#missing.delete(first)
    }
    if (isNew) this.#nameAll()
  }

  /** The key of an id; `undefined` while it is unlisted. */
  listed(keyId: string): string | undefined {
    return this.#keys.get(keyId)
  }

  /** Adds the keys of a list, by id. Returns whether it takes another list to say which keys were removed. */
  addFromList(keys: readonly ListedKey[]): boolean {
    this.add(keys)
    if (this.#countMissing()) this.#nameAll()
    return [...this.#unlisted.keys()].some((placeholder) => (this.#missing.get(placeholder) ?? 0) < LISTS)
  }

  /** Adds some keys, by id. */
  add(keys: readonly ListedKey[]): void {
    const fresh = keys.filter(({ keyId }) => !this.#keys.has(keyId))
    if (fresh.length === 0) return
    if (this.#keys.size + fresh.length > MOST_KEYS) this.#keys.clear()
    for (const { key, keyId } of this.#keys.size === 0 ? keys : fresh) this.#keys.set(keyId, key)
    for (const { key, keyId } of fresh) {
      const placeholder = placeholderOf(keyId)
      if (this.#unlisted.delete(placeholder)) this.#onListed(placeholder, key)
      this.#missing.delete(placeholder)
    }
    this.#nameAll()
  }

  /** Whether another key turns out to be removed. */
  #countMissing(): boolean {
    let isNew = false
    for (const placeholder of this.#unlisted.keys()) {
      const lists = (this.#missing.get(placeholder) ?? 0) + 1
      if (lists > LISTS) continue
      this.#missing.set(placeholder, lists)
      isNew ||= lists === LISTS
    }
    return isNew
  }

  /** Removes all keys: another world has others. */
  clear(): void {
    this.#keys.clear()
    this.#unlisted.clear()
    this.#missing.clear()
    this.#nameAll()
  }

  #nameAll(): void {
    const names = new Map(unlistedNames(this.#unlisted))
    for (const key of this.#keys.values()) names.set(key, key)
    for (const [placeholder, lists] of this.#missing)
      if (lists === LISTS) names.set(placeholder, `${names.get(placeholder) ?? '…'}${REMOVED}`)
    this.#names.value = names
  }
}

/** Whether a name says by itself that its key was removed. */
export function saysRemoved(name: string): boolean {
  return name.endsWith(REMOVED)
}

/** A header of a request; empty if it has none of that name. */
function headerOf({ headers }: Sent['request'], wanted: string): string {
  const [, value = ''] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === wanted.toLowerCase()) ?? []
  return value
}

// No key starts with #.
function placeholderOf(keyId: string): string {
  return `#${keyId}`
}

function isPlaceholder(key: string): boolean {
  return key.startsWith('#')
}
