import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json'
import { MOST_LEVELS, TooDeep } from '../../spec/exact-json/json.ts'

/** A value of a JSON text, with the names and indexes that lead to it. */
export interface JsonPart {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** The paths of wanted parts, such as `$.log.entries.*`, by what the text is. `*` matches each name or index. */
export interface WantedParts {
  readonly ofObject: readonly string[]
  readonly ofList: readonly string[]
}

/** Thrown where a text stops being JSON (RFC 8259). Line and column count from 1. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
  readonly line: number
  readonly column: number

  constructor({ line, column }: Place, options?: ErrorOptions) {
    super(`no JSON from line ${line}, column ${column} on`, options)
    this.line = line
    this.column = column
  }
}

/** Thrown where a text has a string of more than 500 million characters, which JavaScript cannot hold. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/**
 * Yields the wanted parts of a JSON text while it is read; memory holds one chunk and one part at a time. Several lists may
 * follow one another, as pages that were appended to one file. An empty text has no parts.
 *
 * @throws NotJson, TooLong, or TooDeep for more than 100 levels: what is not wanted costs time for each of them
 */
export async function* jsonParts(
  chunks: AsyncIterable<Uint8Array>,
  wanted: WantedParts,
): AsyncGenerator<JsonPart> {
  let reader: Reader | undefined
  const place = new Place()
  for await (const chunk of chunks) {
    const bytes = reader === undefined ? place.skipToStart(chunk) : chunk
    if (bytes.length === 0) continue
    reader ??= new Reader(bytes[0] === OPEN_LIST, wanted, place)
    yield* reader.read(bytes)
  }
  reader?.end()
}

const OPEN_LIST = '['.charCodeAt(0)
// Spaces, and the bytes of a byte order mark.
const BEFORE_TEXT = new Set([...new TextEncoder().encode(' \t\r\n\ufeff')])

class Reader {
  readonly #tokens = new Tokenizer({ stringBufferSize: 65_536 })
  readonly #values: TokenParser
  readonly #place: Place
  /** In bytes from where this reader began. */
  #chunkStart = 0
  #lastToken = 0
  #level = 0
  #found: JsonPart[] = []

  constructor(isList: boolean, { ofList, ofObject }: WantedParts, place: Place) {
    this.#place = place
    this.#values = new TokenParser({
      paths: [...(isList ? ofList : ofObject)],
      keepStack: false,
      ...(isList && { separator: '' }),
    })
    this.#values.onValue = ({ value, key, stack }) => {
      const path = [...stack.slice(1).map((one) => one.key), key]
      this.#found.push({ path: path.filter((one) => one !== undefined), value })
    }
    this.#tokens.onToken = (token) => {
      this.#lastToken = token.offset
      this.#enter(token.token)
      this.#values.write(token)
    }
  }

  read(bytes: Uint8Array): readonly JsonPart[] {
    try {
      this.#tokens.write(bytes)
    } catch (error) {
      const at = this.#faultIn(error) - this.#chunkStart
      // A text that began in an earlier chunk has no line break in it.
      this.#place.pass(bytes.subarray(0, Math.max(0, at)), Math.min(0, at))
      throw new NotJson(this.#place, { cause: error })
    }
    this.#place.pass(bytes)
    this.#chunkStart += bytes.length
    const found = this.#found
    this.#found = []
    return found
  }

  #enter(token: TokenType): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#level += 1
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#level -= 1
    if (this.#level > MOST_LEVELS) throw new TooDeep(`it nests deeper than ${MOST_LEVELS} levels`)
  }

  /** Throws where the text ends too early. */
  end(): void {
    try {
      this.#tokens.end()
      if (!this.#values.isEnded) this.#values.end()
    } catch (error) {
      throw new NotJson(this.#place, { cause: error })
    }
  }

  /** The offset of what is out of place: a character or a whole token. */
  #faultIn(error: unknown): number {
    if (error instanceof TokenParserError) return this.#lastToken
    if (error instanceof RangeError)
      throw new TooLong('it has a string of more than 500 million characters', { cause: error })
    if (!(error instanceof TokenizerError)) throw error
    // The library reports the place in words only.
    const [, offset] = /absolute position "(\d+)"/.exec(error.message) ?? []
    return offset === undefined ? this.#lastToken : Number(offset)
  }
}

/** A place in a text of UTF-8 that moves on with the bytes that are read. */
class Place {
  line = 1
  column = 1
  readonly #decoder = new TextDecoder()

  /** What is left of a chunk after the spaces, or the byte order mark, that a text begins with. */
  skipToStart(chunk: Uint8Array): Uint8Array {
    const start = chunk.findIndex((byte) => !BEFORE_TEXT.has(byte))
    this.pass(start < 0 ? chunk : chunk.subarray(0, start))
    return start < 0 ? new Uint8Array() : chunk.subarray(start)
  }

  /** Moves on by some bytes, and by so many columns more. */
  pass(bytes: Uint8Array, more = 0): void {
    const text = this.#decoder.decode(bytes, { stream: true })
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.line += 1
      this.column = -at
    }
    this.column += text.length + more
  }
}
