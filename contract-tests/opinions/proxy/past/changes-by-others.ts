import type { ClauseId } from '../../../../spec/clauses.ts'
import { type Change, changesIn, isOfOthers, likelyOf } from '../../../history/changed-pets.ts'
import type { Finding, RecordedExchange } from '../../../history/history.ts'
import { askedId, petName, sightingsIn, wholeList } from '../../../history/sightings.ts'

/** Pets that are not shown as they were; the oldest makes room. With replies of up to 50,000 characters that is some 30 MB. */
const MOST_DOUBTED = 200
const LONGEST_REPLY = 50_000

/** A breach that was reported: by which reply, and of which clause. */
export interface Reported {
  readonly reply: number
  readonly clause: ClauseId
}

/** A pet that was shown otherwise before; it may show yet that others have changed or removed it. */
interface Doubt extends Pick<Change, 'isLikely' | 'shownBy'> {
  readonly reported: readonly Reported[]
}

/** What others are seen to have done, and which breaches were reported for it before that showed. */
export interface SeenChanges {
  /** The pets that others have changed or removed. */
  readonly changedPets: ReadonlyMap<string, readonly RecordedExchange[]>
  readonly takenBack: readonly Reported[]
}

/**
 * The document has no way to change or remove a pet; who runs the service may have one. A first reply does not distinguish that from
 * a breach, which is reported at once, and taken back when reads and lists agree on what has become of the pet.
 */
export class ChangesByOthers {
  readonly #doubts = new Map<string, Doubt>()
  #areSeen = false

  /**
   * What a reply shows together with the earlier ones that concern it; nothing where it contradicts none, and no doubt
   * concerns it.
   */
  see(
    exchange: RecordedExchange,
    earlier: readonly RecordedExchange[],
    contradictions: readonly Finding[],
    isWrong: boolean,
  ): SeenChanges {
    const doubted = this.#doubtedIn(exchange)
    if (doubted.length === 0 && contradictions.length === 0) return { changedPets: new Map(), takenBack: [] }
    const exchanges = [...doubted.flatMap(([, { shownBy }]) => shownBy), ...earlier, exchange].toSorted(
      (one, other) => one.id - other.id,
    )
    const changes = changesIn({ exchanges, discredited: new Set(isWrong ? [exchange.id] : []) })
    const wereSeen = this.#areSeen
    this.#areSeen ||= changes.some(isOfOthers)
    const changedPets: SeenChanges['changedPets'] = this.#areSeen ? likelyOf(changes) : new Map()
    const takenBack = [...changedPets.keys()].flatMap((pet) => this.#takeBack(pet))
    // From now on such a pet is no breach.
    const more = this.#areSeen && !wereSeen ? this.#takeBackLikely() : []
    for (const change of changes)
      if (!changedPets.has(change.pet) && !change.isOwn) this.#doubt(change, exchange.id, contradictions)
    return { changedPets, takenBack: [...takenBack, ...more] }
  }

  #takeBack(pet: string): readonly Reported[] {
    const { reported = [] } = this.#doubts.get(pet) ?? {}
    this.#doubts.delete(pet)
    return reported
  }

  #takeBackLikely(): readonly Reported[] {
    const likely = [...this.#doubts].filter(([, { isLikely }]) => isLikely)
    return likely.flatMap(([pet]) => this.#takeBack(pet))
  }

  #doubt({ pet, isLikely, shownBy }: Change, reply: number, contradictions: readonly Finding[]): void {
    if (shownBy.some(({ body }) => body.length > LONGEST_REPLY)) return
    const reported = contradictions.filter((one) => isOf(one, pet)).map(({ clause }) => ({ reply, clause }))
    const before = this.#doubts.get(pet)?.reported ?? []
    this.#doubts.set(pet, {
      isLikely,
      shownBy: shownBy.map((one) => ({ ...one, body: '' })),
      reported: [...before, ...reported],
    })
    const [oldest] = this.#doubts.keys()
    if (this.#doubts.size > MOST_DOUBTED && oldest !== undefined) this.#doubts.delete(oldest)
  }

  /** The doubts that a reply may settle; a whole list settles those of pets that it lacks. */
  #doubtedIn(exchange: RecordedExchange): readonly (readonly [pet: string, doubt: Doubt])[] {
    if (wholeList(exchange) !== undefined) return [...this.#doubts]
    const asked = askedId(exchange)
    const pets = new Set(sightingsIn(exchange).map(({ pet }) => pet))
    if (asked !== undefined) pets.add(petName(exchange, asked))
    return [...this.#doubts].filter(([pet]) => pets.has(pet))
  }
}

/** Whether an earlier reply of a contradiction shows a pet. */
function isOf({ steps }: Finding, pet: string): boolean {
  return steps.slice(0, -1).some(({ exchange }) => sightingsIn(exchange).some((one) => one.pet === pet))
}
