import { jsonSize } from '../../spec/exact-json/json.ts'
import { type Exchange, MOST_VALUES, readContent } from './exchange.ts'
import type { Reply } from './transport.ts'

type Content = Pick<Exchange, 'body' | 'json' | 'unread'>

// So many bodies of the greatest size are stored until the run ends.
const MOST_STORED = 8

/** The bodies of a run with what is read in them, each stored once, since many exchanges have the same one. */
export class ReadBodies {
  readonly #longest: number
  readonly #contents = new Map<string, Content>()
  /** The size of all distinct bodies so far, in bodies of the greatest size. */
  #stored = 0

  /** `longest`: how many characters a body of the greatest size has. */
  constructor(longest: number) {
    this.#longest = longest
  }

  contentOf({ body, unread }: Reply): Content {
    if (unread !== undefined) return { body: '', json: undefined, unread }
    let content = this.#contents.get(body)
    if (!content) this.#contents.set(body, (content = this.#read(body)))
    return content
  }

  #read(body: string): Content {
    const { values } = jsonSize(body)
    this.#stored += Math.max(body.length / this.#longest, values / MOST_VALUES)
    if (this.#stored > MOST_STORED)
      return { body: '', json: undefined, unread: 'it comes after too many large ones (--max-body)' }
    return { body, ...readContent(body, values) }
  }
}
