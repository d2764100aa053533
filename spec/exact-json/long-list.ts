import { parseJson } from './json.ts'

/** Bytes that are no UTF-8. */
export class NotUtf8 extends SyntaxError {
  override readonly name = 'NotUtf8'

  constructor(options?: ErrorOptions) {
    super('it is not UTF-8', options)
  }
}

/**
 * Parses a JSON object of any size, as `parseJson` does, whose member `list` may be long: its items are parsed while they are
 * read, so that no text is longer than a chunk, an item, or all the rest. Rejects with a SyntaxError for anything else than JSON, and for
 * an item, or a rest, of more than 256 MB.
 */
export async function parseWithLongList(chunks: AsyncIterable<Uint8Array>, list: string): Promise<unknown> {
  const reader = new Reader(list)
  for await (const chunk of chunks) reader.read(chunk)
  return reader.end()
}

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT] = new TextEncoder().encode('"\\,[]{}')

class Reader {
  readonly #name: string
  readonly #nameAtEnd: RegExp
  #level = 0
  #inString = false
  #isEscaped = false
  #isInList = false
  /** Whether a comma has ended an item of the list. */
  #hasItems = false
  /** The text outside the list. */
  readonly #rest = new Pieces()
  /** The items that are not parsed yet. */
  readonly #unparsed = new Pieces()
  #items: unknown[] | undefined

  constructor(name: string) {
    this.#name = name
    this.#nameAtEnd = new RegExp(String.raw`(?<!\\)"${name}"\s*:\s*$`)
  }

  read(bytes: Uint8Array): void {
    // Read and written once a chunk: a field of the object costs too much for each byte.
    let [level, inString, isEscaped] = [this.#level, this.#inString, this.#isEscaped]
    let from = 0
    let comma = -1
    for (let at = 0; at < bytes.length; at += 1) {
      const code = bytes[at] ?? 0
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) inString = false
      } else if (code === QUOTE) inString = true
      else if (code === COMMA) {
        if (level === 2) comma = at
      } else if (code === OPEN || code === OPEN_OBJECT) {
        level += 1
        if (level !== 2 || code !== OPEN || !this.#begins(bytes.subarray(from, at))) continue
        this.#rest.add(bytes.subarray(from, at + 1))
        this.#items = []
        this.#isInList = true
        this.#hasItems = false
        from = at + 1
      } else if (code === CLOSE || code === CLOSE_OBJECT) {
        level -= 1
        if (level !== 1 || !this.#isInList) continue
        this.#unparsed.add(bytes.subarray(from, at))
        this.#parseItems(true)
        this.#isInList = false
        from = at
      }
    }
    if (this.#isInList && comma >= from) {
      this.#unparsed.add(bytes.subarray(from, comma))
      this.#parseItems(false)
      from = comma + 1
    }
    const open = this.#isInList ? this.#unparsed : this.#rest
    open.add(bytes.subarray(from))
    this.#level = level
    this.#inString = inString
    this.#isEscaped = isEscaped
  }

  /** Whether the list begins after what was read, and these bytes. */
  #begins(bytes: Uint8Array): boolean {
    return this.#nameAtEnd.test(this.#rest.tail(bytes))
  }

  end(): unknown {
    const value = parseJson(this.#rest.takeText())
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && this.#items ? { ...value, [this.#name]: this.#items } : value
  }

  #parseItems(isEnd: boolean): void {
    const text = this.#unparsed.takeText()
    const isBlank = text.trim() === ''
    if (isBlank && (!isEnd || this.#hasItems)) throw new SyntaxError(`an item of ${this.#name} is missing`)
    // The brackets are ours.
    const items = parseJson(`[${text}]`) as readonly unknown[]
    for (const item of items) this.#items?.push(item)
    this.#hasItems = true
  }
}

const TAIL = 64

/** The bytes of an item, or of all the rest: no text can be much longer than twice as much. */
const LONGEST = 256_000_000

/** Bytes of a text in UTF-8, piece by piece. */
class Pieces {
  #pieces: Uint8Array[] = []
  #length = 0
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })

  add(piece: Uint8Array): void {
    this.#length += piece.length
    if (this.#length > LONGEST) throw new SyntaxError(`a part of it is longer than ${LONGEST} bytes`)
    // The reader may use the memory of a chunk again.
    if (piece.length > 0) this.#pieces.push(piece.slice())
  }

  /** The end of the text, with what comes next. */
  tail(next: Uint8Array): string {
    const last = next.length < TAIL ? (this.#pieces.at(-1)?.subarray(-TAIL) ?? next.subarray(0, 0)) : []
    // It may begin within a character.
    return new TextDecoder().decode(new Uint8Array([...last, ...next.subarray(-TAIL)]))
  }

  takeText(): string {
    const pieces = this.#pieces
    this.#pieces = []
    this.#length = 0
    try {
      const texts = pieces.map((piece) => this.#decoder.decode(piece, { stream: true }))
      return texts.join('') + this.#decoder.decode()
    } catch (cause) {
      throw new NotUtf8({ cause })
    }
  }
}
