import { readContent } from '../../contract-tests/engine/exchange.ts'
import { Unreachable, type Reply } from '../../contract-tests/engine/transport.ts'
import { linkToNext } from '../../contract-tests/history/headers.ts'
import { memberOf, textOf } from '../../contract-tests/history/values.ts'
import { MOST_PETS } from '../../fixtures/pets.ts'
import { limitBounds, pathOf, petStatuses } from '../../spec/operations.ts'
import { figure } from '../../spec/wording.ts'
import { Stopped, type CarefulClient } from './careful-client.ts'
import { itemBytes, type Room } from './room.ts'

/** What the list of a service gives. */
export interface ReadList {
  /** The items, each id once, in the order of the list, and then of the lists of each status. */
  readonly items: readonly unknown[]
  /** Why the service may have more pets, as phrases; none where these are all. */
  readonly gaps: readonly string[]
}

/** Thrown where the first page is no list of pets. */
export class NoList extends Error {
  override readonly name = 'NoList'
  readonly reply: Reply

  constructor(reply: Reply, message: string) {
    super(message)
    this.reply = reply
  }
}

const LIST = pathOf('listPets')
const LONGEST_PAGE = limitBounds.most
/** Pages of a list that has as many pets as a mock with the most memory stores. */
const MOST_PAGES = MOST_PETS / LONGEST_PAGE
/** Characters of all pages together; two million short pets have half as many. */
const MOST_TEXT = 256_000_000

/**
 * Reads all pets that the list of a service gives: the longest page and those that follow it by Link headers, else the longest
 * page of each status. Rejects with a NoList, a Stopped or an Unreachable where not even the first page can be read.
 */
export async function readList(
  client: Pick<CarefulClient, 'get'>,
  baseUrl: string,
  room: Room,
): Promise<ReadList> {
  const reading = new Reading(client, baseUrl, room)
  await reading.begin()
  return { items: [...reading.items.values()].slice(0, MOST_PETS), gaps: [...reading.gaps] }
}

/** How a list came to its end: it has no more pets, it names no further page that can be read, or the reading cannot go on at all. */
type End = 'whole' | 'no further page' | 'stopped'

class Reading {
  /** By id. */
  readonly items = new Map<string, unknown>()
  readonly gaps = new Set<string>()
  readonly #client: Pick<CarefulClient, 'get'>
  readonly #baseUrl: string
  readonly #room: Room
  #pages = 0
  #text = 0
  /** The bytes of all items as pets of a mock. */
  #bytes = 0

  constructor(client: Pick<CarefulClient, 'get'>, baseUrl: string, room: Room) {
    this.#client = client
    this.#baseUrl = baseUrl
    this.#room = room
  }

  async begin(): Promise<void> {
    const path = `${LIST}?limit=${LONGEST_PAGE}`
    const end = await this.#follow(path, await this.#page(path))
    if (end === 'no further page') await this.#readEachStatus()
  }

  /** The longest page of each status shows pets that the longest page of all has no room for. */
  async #readEachStatus(): Promise<void> {
    const onePage: string[] = []
    for (const status of petStatuses) {
      const path = `${LIST}?status=${status}&limit=${LONGEST_PAGE}`
      const page = await this.#pageOrGap(path)
      const end = page === undefined ? 'stopped' : await this.#follow(path, page)
      if (end === 'stopped') return
      if (end === 'no further page') onePage.push(status)
    }
    for (const status of onePage) this.gaps.add(`of status ${status} it shows one page only`)
    this.gaps.add('of pets without a status it shows those on its first page only')
  }

  /** Adds a page, and all that follow it by their links. */
  async #follow(start: string, first: Page): Promise<End> {
    const own = new Set<string>()
    let [path, page] = [start, first]
    for (let pages = 1; ; pages += 1) {
      const before = own.size
      if (!this.#add(page, own)) return this.#stop(`${this.#room.owner} has room for no more`)
      if (this.items.size >= MOST_PETS) return this.#stop(`a mock stores at most ${figure(MOST_PETS)}`)
      const link = linkToNext(page.reply)
      if (link === undefined)
        return pages > 1 || page.items.length < LONGEST_PAGE ? 'whole' : 'no further page'
      if (this.#pages >= MOST_PAGES) return this.#stop(`at most ${figure(MOST_PAGES)} pages are read`)
      if (this.#text >= MOST_TEXT) return this.#stop(`at most ${MOST_TEXT / 1e6} MB are read`)
      const next = this.#pathOf(link, path)
      if (next === undefined) {
        this.gaps.add('its Link names a page at another address')
        return 'no further page'
      }
      // Such as a page that links to itself.
      if (own.size === before) return this.#stop('a further page has no pet that those before it lack')
      const further = await this.#pageOrGap(next)
      if (further === undefined) return 'stopped'
      path = next
      page = further
    }
  }

  /** Adds the items of a page; false where there was no room for all of them. */
  #add({ items }: Page, own: Set<string>): boolean {
    for (const item of items) {
      const id = memberOf(item, 'id')
      const name = id === undefined ? textOf(item) : textOf(id)
      const before = this.items.get(name)
      const bytes = this.#bytes + itemBytes(item) - (before === undefined ? 0 : itemBytes(before))
      if (bytes > this.#room.bytes) return false
      this.#bytes = bytes
      own.add(name)
      // Of a pet that has changed between two pages, the later one.
      this.items.set(name, item)
    }
    return true
  }

  #stop(gap: string): 'stopped' {
    this.gaps.add(gap)
    return 'stopped'
  }

  /** The path of a link below the base address; another address must not be given the key. */
  #pathOf(link: string, from: string): string | undefined {
    const asked = this.#baseUrl + from
    const address = URL.canParse(link, asked) ? new URL(link, asked).href : ''
    return address.startsWith(`${this.#baseUrl}${LIST}?`) ? address.slice(this.#baseUrl.length) : undefined
  }

  async #pageOrGap(path: string): Promise<Page | undefined> {
    try {
      return await this.#page(path)
    } catch (error) {
      if (!(error instanceof Stopped || error instanceof Unreachable || error instanceof NoList)) throw error
      this.gaps.add(error.message)
      return undefined
    }
  }

  async #page(path: string): Promise<Page> {
    const reply = await this.#client.get(path)
    this.#pages += 1
    this.#text += reply.body.length
    if (reply.status !== 200) throw new NoList(reply, `it answers ${reply.status} to GET ${path}`)
    const { json, unread = reply.unread } = reply.unread === undefined ? readContent(reply.body) : {}
    // A flag of the suite.
    const why = unread?.replace(/ \(--max-body\)$/, '')
    if (why !== undefined) throw new NoList(reply, `its reply to GET ${path} cannot be read: ${why}`)
    if (!Array.isArray(json)) throw new NoList(reply, `its reply to GET ${path} is no JSON array`)
    return { reply, items: json }
  }
}

interface Page {
  readonly reply: Reply
  readonly items: readonly unknown[]
}
