import { jsonSize } from '../../spec/exact-json/json.ts'
import { readContent, type Exchange } from '../engine/exchange.ts'
import { isObject, type JsonObject } from '../history/values.ts'
import { type Entry, withUnknownBody } from './entry.ts'

/** What is known of a reply's body. */
export type Content = Pick<Exchange, 'body' | 'json' | 'unread'>

/** An entry with its body as JSON; equal texts and equal pets of several entries are in memory once. */
export type CompactEntry = Omit<Entry, 'reply' | 'unread'> & {
  readonly reply: Omit<Entry['reply'], 'body'>
  readonly content: Content
}

/** Why a body beyond the bounds is not stored. */
export const TOO_MUCH = 'they are too many to store'

/** How much of a recording is stored, so that some 400 MB suffice for any. */
export interface Bounds {
  readonly exchanges: number
  /** Of all bodies, in bytes, with what the judge makes of them. */
  readonly bytes: number
}

const MOST: Bounds = { exchanges: 20_000, bytes: 25_000_000 }
// Measured: a character of a text, a value that is new, and what the judge makes of each value of each reply.
const BYTES = { character: 1, newValue: 30, value: 32 } as const
/** So many entries beyond the bounds are stored because they are wrong. */
const MOST_WRONG = 1_000
// More is not compared, so that the comparison itself stays small: characters of texts, and pets.
const MOST_SHARED = 5_000_000
const MOST_PETS = 20_000
const LONGEST_SHARED = 2_000
const PER_TEXT = 50

/**
 * Stores the entries of a long recording in bounded memory. Those beyond the bounds are looked at one by one: what is wrong by
 * itself is stored all the same.
 */
export class Compactor {
  readonly entries: CompactEntry[] = []
  /** How many entries were not stored. */
  dropped = 0
  readonly #isWrong: (entry: CompactEntry) => boolean
  readonly #most: Bounds
  #bytes = 0
  #wrong = 0
  #sharedRoom = MOST_SHARED
  readonly #contents = new Map<string, { readonly content: Content; readonly values: number }>()
  readonly #pets = new Map<unknown, JsonObject>()
  readonly #texts = new Map<string, string>()
  readonly #headers = new Map<string, Entry['request']['headers']>()

  constructor(isWrong: (entry: CompactEntry) => boolean, most = MOST) {
    this.#isWrong = isWrong
    this.#most = most
  }

  add(entry: Entry): void {
    const { whole, bytes } = this.#wholeOf(entry)
    const isFull = this.entries.length >= this.#most.exchanges
    if (!isFull && this.#bytes + bytes <= this.#most.bytes) {
      this.#bytes += bytes
      this.entries.push(whole)
    } else if (this.#wrong < MOST_WRONG && this.#isWrong(whole)) {
      this.#wrong += 1
      this.entries.push(whole)
    } else if (isFull) this.dropped += 1
    else this.entries.push(withoutBodies(whole))
  }

  #wholeOf({ reply, unread, ...entry }: Entry): { readonly whole: CompactEntry; readonly bytes: number } {
    const { method, base, headers, body } = entry.request
    const read = unread === undefined ? this.#read(reply.body) : undefined
    return {
      bytes: (body?.length ?? 0) + (read?.bytes ?? 0),
      whole: {
        ...entry,
        request: {
          method: this.#shared(method),
          ...(base !== undefined && { base }),
          headers: this.#sameHeaders(headers),
          ...(body !== undefined && { body: this.#shared(body) }),
        },
        reply: { status: reply.status, headers: this.#withSharedValues(reply.headers) },
        content: read?.content ?? { body: '', json: undefined, ...(unread !== undefined && { unread }) },
      },
    }
  }

  #read(body: string): { readonly content: Content; readonly bytes: number } {
    const before = this.#contents.get(body)
    if (before) return { content: before.content, bytes: before.values * BYTES.value }
    const { values } = jsonSize(body)
    const read = readContent(body, values)
    const { json, fresh } = this.#withSharedPets(read.json)
    const content = { body, ...read, json }
    const bytes = body.length * BYTES.character + values * (BYTES.value + fresh * BYTES.newValue)
    if (this.#bytes + bytes <= this.#most.bytes) this.#contents.set(body, { content, values })
    return { content, bytes }
  }

  /** A list with its pets as they were read before, and the share of those that are new. */
  #withSharedPets(json: unknown): { readonly json: unknown; readonly fresh: number } {
    if (!Array.isArray(json) || json.length === 0) return { json, fresh: 1 }
    let fresh = 0
    const pets = json.map((pet: unknown) => {
      const before = isObject(pet) ? this.#pets.get(pet['id']) : undefined
      if (before && isObject(pet) && isSame(before, pet)) return before
      fresh += 1
      if (isObject(pet) && this.#pets.size < MOST_PETS) this.#pets.set(pet['id'], pet)
      return pet
    })
    return { json: pets, fresh: fresh / json.length }
  }

  /** A client sends most requests with the same headers. */
  #sameHeaders(headers: Entry['request']['headers']): Entry['request']['headers'] {
    const name = JSON.stringify(headers)
    const before = this.#headers.get(name)
    if (before) return before
    const shared = this.#withSharedValues(headers)
    if (this.#takesRoom(name)) this.#headers.set(name, shared)
    return shared
  }

  #withSharedValues(headers: Entry['reply']['headers']): Entry['reply']['headers'] {
    const fields = Object.entries(headers).map(([name, value]) => [name, this.#shared(value)])
    return Object.fromEntries(fields) as Record<string, string>
  }

  #shared(text: string): string {
    const before = this.#texts.get(text)
    if (before !== undefined) return before
    if (this.#takesRoom(text)) this.#texts.set(text, text)
    return text
  }

  #takesRoom({ length }: string): boolean {
    if (length > LONGEST_SHARED || this.#sharedRoom < length) return false
    this.#sharedRoom -= length + PER_TEXT
    return true
  }
}

function withoutBodies(entry: CompactEntry): CompactEntry {
  const { request } = entry
  const isLong = (request.body?.length ?? 0) > LONGEST_SHARED
  return {
    ...entry,
    request: isLong ? withUnknownBody(request) : request,
    content: { body: '', json: undefined, unread: TOO_MUCH },
  }
}

/** Whether two pets have the same members with the same simple values. */
function isSame(one: JsonObject, other: JsonObject): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => one[name] === other[name] && Object.hasOwn(other, name))
  )
}
