import type { Exchange } from '../engine/exchange.ts'
import { ascending, countUpTo } from '../history/history.ts'
import { Recorder } from '../history/recorder.ts'
import { type Bounds, type CompactEntry, Compactor } from './compact.ts'
import type { Entry } from './entry.ts'
import { clockSetBackAfter, placed, type Placed } from './places.ts'
import { keysIn, withoutSecrets } from './secrets.ts'
import { isWrongAlone } from './wrong-alone.ts'

/** The exchanges of a recording that went to one service. */
export interface Recording {
  readonly baseUrl: string
  readonly exchanges: readonly RecordedEntry[]
  /** How many entries went elsewhere. */
  readonly passedOver: number
  /** How many exchanges were too many to store, so that they are judged by themselves only. */
  readonly dropped: number
  /** How many requests to the service have no reply. */
  readonly unanswered: number
  /** The keys, which reports must not show; none where the recording shows none itself. */
  readonly keys: readonly string[]
  /** Whether the recording leaves the Authorization header out, as browsers do where they are not asked for it. */
  readonly lacksKeys: boolean
  /** Exchanges (by `id`) after which quotas were set from outside. */
  readonly quotaSetAfter: readonly number[]
}

/** An exchange of a recording; `caller` names the key that it was sent with. */
export type RecordedEntry = Omit<Exchange, 'probe'> & {
  readonly probe: Omit<Exchange['probe'], 'caller' | 'base'> & {
    readonly caller: string
    readonly base?: string
  }
}

const PETS = /^(https?:\/\/[^/?#]+(?:\/[^?#]*?)?\/v1)(\/pets(?:[/?].*)?)$/
const MOST_NAMED = 3

interface BuilderOptions {
  /** Whether the recording itself shows no key. */
  readonly areKeysRedacted?: boolean
  readonly most?: Bounds
}

/**
 * Collects the entries of a recording that went to the service at a base address. Without one it is the first base address
 * ending with /v1 below which something asks for /pets; what came before asks nothing that the document speaks of.
 */
export class RecordingBuilder {
  #base: string | undefined
  readonly #areKeysRedacted: boolean
  readonly #stored: Compactor
  readonly #recorder = new Recorder()
  readonly #keys = new Set<string>()
  /** In the ids of the recording itself. */
  readonly #quotaSetAfter: number[] = []
  readonly #bases = new Set<string>()
  #passedOver = 0
  #unanswered = 0

  constructor(baseUrl?: string, { areKeysRedacted = false, most }: BuilderOptions = {}) {
    this.#base = baseUrl
    this.#areKeysRedacted = areKeysRedacted
    this.#stored = new Compactor((entry) => isWrongAlone(this.#exchange(alone(entry))), most)
  }

  /** How many entries there were in all. */
  get size(): number {
    const { entries, dropped } = this.#stored
    return entries.length + dropped + this.#passedOver + this.#unanswered
  }

  /** The first few base addresses that requests for /pets went to. */
  get bases(): readonly string[] {
    return [...this.#bases]
  }

  /** Whether an entry went to the service. Any other is passed over and counted, and need not be read. */
  wants(url: string, method: string): boolean {
    const [, base] = PETS.exec(url) ?? []
    if (base !== undefined && this.#bases.size < MOST_NAMED) this.#bases.add(base)
    this.#base ??= base
    const isOwn = this.#base !== undefined && url.startsWith(`${this.#base}/`) && method !== 'OPTIONS'
    if (!isOwn) this.#passedOver += 1
    return isOwn
  }

  /** Adds an entry that is wanted; `undefined` is one without a reply. */
  add(entry: Entry | undefined): void {
    if (entry === undefined) {
      this.#unanswered += 1
      return
    }
    if (!this.#areKeysRedacted) for (const key of keysIn(entry)) this.#keys.add(key)
    this.#stored.add({ ...entry, url: withoutSecrets(entry.url) })
  }

  setQuotaAfter(id: number): void {
    this.#quotaSetAfter.push(id)
  }

  /** The recording, in the order in which replies arrived; `undefined` if nothing in it was sent to a service. */
  build(): Recording | undefined {
    const baseUrl = this.#base
    if (baseUrl === undefined) return undefined
    const { entries, dropped } = this.#stored
    const places = placed(entries)
    const exchanges = places.map((place) => this.#exchange(place))
    const ids = places.map(({ entry }) => entry.place?.id ?? 0)
    const hasKeys = entries.some(({ request }) => 'authorization' in request.headers)
    return {
      baseUrl,
      exchanges,
      passedOver: this.#passedOver,
      dropped,
      unanswered: this.#unanswered,
      keys: [...this.#keys],
      lacksKeys: !hasKeys && entries.some(({ reply }) => reply.status < 300),
      quotaSetAfter: [
        ...this.#quotaSetAfter.map((id) => places[countUpTo(ids, id) - 1]?.id ?? 0),
        ...clockSetBackAfter(places),
      ].sort(ascending),
    }
  }

  #exchange({ entry: { url, request, reply, content, tries }, ...place }: Placed): RecordedEntry {
    const path = url.slice(this.#base?.length)
    // The body has been read already, once for all replies that have the same one.
    const exchange = this.#recorder.record(place, { ...request, path }, { ...reply, body: '' })
    return { ...exchange, ...content, ...(tries !== undefined && { tries }) }
  }
}

/** The recording of entries that are read already. */
export function recordingOf(entries: readonly Entry[], baseUrl?: string): Recording | undefined {
  const builder = new RecordingBuilder(baseUrl)
  for (const entry of entries) if (builder.wants(entry.url, entry.request.method)) builder.add(entry)
  return builder.build()
}

function alone(entry: CompactEntry): Placed {
  return { entry, id: 1, after: 0, sent: entry.sent, received: entry.received }
}
