import { clauses } from '../../spec/clauses.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { namesTime } from '../../spec/retry-after.ts'
import { CACHEABLE } from '../history/limit-rules.ts'
import { isOdd } from '../history/odd-pets.ts'
import { JSON_TYPE } from '../history/reply-rules.ts'
import { knownSpellings } from '../history/spellings.ts'
import { isObject, memberOf } from '../history/values.ts'
import type { KeyCutter } from './cut-keys.ts'
import { type Exchange, readJson } from './exchange.ts'
import { fieldShapes, shownHeaders, isWhole, shownMembers, headerShapes } from './harmless.ts'

type Seen = Pick<Exchange, 'probe' | 'headers' | 'body' | 'json'>

/** What a report shows of a reply. */
export type Excerpt = Pick<Exchange, 'headers' | 'body'>

/**
 * What reports show of replies by default: what is shown to be harmless. Of a body, the documented fields whose values have the
 * documented shape; of the names of pets those that were sent, in any lawful spelling; of the headers those of a list. All else is
 * left out, and what stands for it shows its type and length. Equal values are left out equally and unequal ones unequally, what was
 * valid stays valid and what was not does not become so: whoever judges a report again finds what there was to find.
 */
export class Excerpts {
  readonly #exchanges: readonly Seen[]
  readonly #cut: KeyCutter
  readonly #sentNames = new Set<unknown>()
  readonly #ownBeginnings = new Set<string>()
  readonly #readBodies = new Set<string>()
  #read = 0
  readonly #numbers = new Map<string, number>()
  /** What is left out, by its first letters. */
  readonly #byBeginning = new Map<string, readonly string[] | typeof MANY>()
  /** What was sent, by its first letters. */
  readonly #sentByBeginning = new Map<string, Set<string>>()

  /** Of the replies to requests such as those of `exchanges`, which may grow; what `cut` changes is not harmless. */
  constructor(exchanges: readonly Seen[], cut: KeyCutter) {
    this.#exchanges = exchanges
    this.#cut = cut
  }

  of({ headers, body, json }: Seen): Excerpt {
    this.#readAll()
    return { headers: this.#fields(headers), body: this.#body(body, json) }
  }

  /**
   * A sentence on replies, in which a few letters of what is left out may be quoted, and no more, and what was sent is shown. Takes
   * linear time, but where what was sent repeats itself.
   */
  readonly sentence = (text: string): string => {
    this.#readAll()
    let [shown, done, ownUntil] = ['', 0, 0]
    for (let at = 0; at + MOST_QUOTED < text.length; at += 1) {
      const beginning = text.slice(at, at + MOST_QUOTED + 1)
      ownUntil = Math.max(ownUntil, this.#endOfSent(text, at, beginning))
      const foreign = this.#byBeginning.get(beginning)
      if (foreign === undefined) continue
      const { end, leftOut } = this.#quoted(foreign, text, at)
      if (end <= ownUntil) continue
      shown += text.slice(done, at) + leftOut
      done = end
      at = end - 1
    }
    return shown + text.slice(done)
  }

  /** Where the longest quotation ends that begins at a place of a text, and what stands for it: with its number, where it is whole. */
  #quoted(
    foreign: readonly string[] | typeof MANY,
    text: string,
    at: number,
  ): { end: number; leftOut: string } {
    if (foreign === MANY) return { end: text.length, leftOut: '{text}' }
    const end = Math.max(...foreign.map((one) => endOf(one, text, at)))
    const number = this.#numbers.get(text.slice(at, end))
    return { end, leftOut: number === undefined ? '{text}' : `{text ${number}}` }
  }

  #readAll(): void {
    const unread = this.#exchanges.slice(this.#read)
    this.#read = this.#exchanges.length
    for (const { probe } of unread) {
      const json = readJson(probe.body ?? '')
      for (const text of textsSent(probe, json)) {
        const alike = this.#sentByBeginning.get(beginningOf(text))
        if (alike === undefined) this.#sentByBeginning.set(beginningOf(text), new Set([text]))
        else alike.add(text)
      }
      const name = memberOf(json, 'name')
      if (typeof name !== 'string') continue
      for (const spelling of knownSpellings(name)) this.#sentNames.add(spelling)
      this.#ownBeginnings.add(beginningOf(name))
    }
    for (const { headers, body, json } of unread) {
      this.#fields(headers)
      // What is left out of a body has its numbers from the first reply with it.
      if (!this.#readBodies.has(body)) this.#body(body, json)
      this.#readBodies.add(body)
    }
  }

  /** Where the longest text ends that was sent and begins at a place of a text; the place itself, where there is none. */
  #endOfSent(text: string, at: number, beginning: string): number {
    const alike = this.#sentByBeginning.get(beginning)
    if (alike === undefined) return at
    const there = [...alike].filter((sent) => text.startsWith(sent, at))
    return at + Math.max(0, ...there.map(({ length }) => length))
  }

  #fields(headers: Seen['headers']): Excerpt['headers'] {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        shownHeaders.has(name) ? name : `{header ${this.#numberOf(name)}}`,
        this.#header(name, value),
      ]),
    )
  }

  #body(body: string, json: unknown): string {
    return body === '' ? '' : json === undefined ? this.#text(body) : stringifyJson(this.#list(json))
  }

  #header(name: string, value: string): string {
    if (headerShapes.get(name)?.(value) === true && this.#isHarmless(value)) return value
    // It names no time, and nor may what stands for it.
    if (name === 'retry-after' && !namesTime(value)) return '{text}'
    const rest = this.#text(value)
    if (name === 'date' && !Number.isNaN(Date.parse(value))) return new Date(value).toISOString()
    if (name === 'content-type' && JSON_TYPE.test(value)) return `application/json; ${rest}`
    if (name === 'www-authenticate' && /\bbearer\b/i.test(value)) return `Bearer ${rest}`
    if (name === 'cache-control' && /\bno-store\b/i.test(value)) return `no-store, ${rest}`
    if (name === 'cache-control' && CACHEABLE.test(value)) return `public, ${rest}`
    return rest
  }

  #list(json: unknown): unknown {
    return Array.isArray(json) ? json.map((item) => this.#record(item)) : this.#record(json)
  }

  #record(value: unknown): unknown {
    // A string, too, is no record.
    if (!isObject(value) || JSON.isRawJSON(value))
      return value === null ? value : this.#text(typeof value === 'string' ? value : stringifyJson(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        shownMembers.has(name) ? name : `{name ${this.#numberOf(name)}}`,
        this.#isField(name, member) ? member : this.#leftOut(member),
      ]),
    )
  }

  #isField(name: string, value: unknown): boolean {
    if (typeof value !== 'string') return value === null || typeof value === 'boolean' || isWhole(name, value)
    if (value === '') return true
    return (
      (name === 'name' ? this.#sentNames.has(value) : fieldShapes.get(name)?.(value) === true) &&
      this.#isHarmless(value)
    )
  }

  /** What stands for a value: a string for a string, an object, which no field may be, for all else. */
  #leftOut(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value)
    const kind = Array.isArray(value)
      ? `array of ${value.length}`
      : isObject(value) && !JSON.isRawJSON(value)
        ? 'object'
        : 'number'
    return { 'left out': `${kind}, ${this.#numberOf(stringifyJson(value))}` }
  }

  #text(text: string): string {
    const rest = `{text ${this.#numberOf(text)}, ${text.length} long}`
    // The judge passes over pets that invalid bodies of any run have left.
    return isOdd({ name: text }) ? `${rest}-odd-name` : rest
  }

  #numberOf(text: string): number {
    const before = this.#numbers.get(text)
    if (before !== undefined) return before
    // As it is, and as a sentence quotes it.
    for (const [beginning, own] of Map.groupBy([text, JSON.stringify(text).slice(1, -1)], beginningOf)) {
      const isOwn = OWN_WORDS.includes(beginning) || this.#ownBeginnings.has(beginning)
      if (beginning.length <= MOST_QUOTED || isOwn) continue
      const alike = this.#byBeginning.get(beginning) ?? []
      const isFull = alike === MANY || alike.length + own.length > MOST_ALIKE
      this.#byBeginning.set(beginning, isFull ? MANY : [...alike, ...own])
    }
    this.#numbers.set(text, this.#numbers.size + 1)
    return this.#numbers.size
  }

  #isHarmless(text: string): boolean {
    return this.#cut(text) === text
  }
}

// A word that is wrong, and what stands in its place, is what a reader looks for.
const MOST_QUOTED = 12

// So many texts that begin alike are compared; of more, none says where the quotation ends.
const MOST_ALIKE = 20
const MANY = Symbol('many texts')

function beginningOf(text: string): string {
  return text.slice(0, MOST_QUOTED + 1)
}

/** What a request sends that a sentence may say: its path, its body, and their values, as they are and as a sentence quotes them. */
function textsSent({ path, body = '' }: Seen['probe'], json: unknown): readonly string[] {
  const members = isObject(json) ? Object.values(json) : []
  const values = members.map((value) => (typeof value === 'string' ? value : stringifyJson(value)))
  return [path, ...path.split(/[/?&=]/), body, ...values]
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .filter(({ length }) => length > MOST_QUOTED)
}

/** Where a quotation ends that begins at a place of a text. */
function endOf(quoted: string, text: string, at: number): number {
  let length = 0
  while (length < quoted.length && text[at + length] === quoted[length]) length += 1
  return at + length
}

// What a text that is left out may well begin with, and our own sentences contain.
const OWN_WORDS = [
  ...clauses.map(({ text }) => text),
  'application/json; charset=utf-8',
  'text/html; charset=utf-8',
].join('\n')
