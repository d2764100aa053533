/** The pets that are there before the run, and the other clients, who act between any two requests. */
import type { Choices } from './devilries.ts'
import { Chance } from './random.ts'
import { categoryFits, nameAs, nameFits } from './rules.ts'
import { STATUSES, type Ids, type Pet, type PetStatus, type Store } from './store.ts'

const COMMON = [
  'Rex',
  'Fido',
  'Buddy',
  'doggie',
  'Test',
  'test',
  'Test Pet',
  'Fluffy',
  'Bella',
  'Milo',
  'a',
  'x',
  '',
  ' ',
  'pet-1',
  'Max',
  'Käthe',
  'Kätzchen',
  '🐶',
  'Rex ',
  "O'Malley",
  '<b>Rex</b>',
  'null',
  '0',
  'Whiskers',
  'Luna',
  'Charlie',
]
const ODD = ['\u0000', '"', '\\', '𝒳', 'a'.repeat(300), '\ud83d', 'e\u0301', '\u202eRex', '{}', ' Rex']
const CATEGORIES: readonly bigint[] = [
  1n,
  2n,
  3n,
  5n,
  6n,
  7n,
  10n,
  12n,
  42n,
  0n,
  -1n,
  99n,
  2n ** 31n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
]
/** From here on, they come one by one. */
const MANY = 1_500

interface Sent {
  readonly name: string
  readonly categoryId: bigint
  readonly status: PetStatus | undefined
}

/** Fills a store before the first request. The older pets need not obey the rules of today. */
export function fill(store: Store, ids: Ids, kind: string, now: number, seed: number): void {
  const chance = new Chance('before', seed)
  const count = kind === 'none' ? 0 : kind === 'few' ? 3 : kind === 'many' ? 130 : 30
  for (let i = 0; i < count; i++) {
    const names = kind === 'odd' ? ODD : kind === 'few' ? ['Old pet'] : COMMON
    const bare = kind === 'odd' && chance.once(4)
    store.add({
      id: ids.next(),
      name: chance.pick(names),
      categoryId: chance.pick(CATEGORIES),
      status: bare ? undefined : chance.pick(STATUSES),
      extras: [],
      from: 'before',
      created: now - 1000 * chance.int(1_000_000),
      nr: 0,
    })
  }
}

export class Neighbours {
  readonly #choices: Choices
  readonly #chance: Chance
  readonly #store: Store
  readonly #ids: Ids
  readonly #sent: Sent[] = []
  readonly #sentNames = new Set<string>()
  readonly #taken = new Set<string>()
  #count = 0

  constructor(choices: Choices, store: Store, ids: Ids, seed: number) {
    this.#choices = choices
    this.#chance = new Chance('neighbours', seed)
    this.#store = store
    this.#ids = ids
  }

  /** They see what the client sends, and from now on leave exact copies of it alone. */
  sees(sent: Sent): void {
    this.#sent.push(sent)
    this.#sentNames.add(sent.name)
    this.#taken.add(tripleOf(sent))
  }

  /** Names of bodies that are no pets are left alone too: a service that made pets of those would look the same. */
  seesBody(body: string): void {
    for (const [, name = ''] of body.matchAll(/"name":"([^"\\]*)"/g)) this.#sentNames.add(name)
  }

  act(now: number): void {
    const kind = this.#choices.of('neighbours')
    if (kind !== 'none') {
      const burst = this.#chance.once(6) ? 25 : 0
      const wanted = kind === 'one-each' ? 1 : kind === 'bursts' ? burst : this.#chance.pick([0, 3, 12, 101])
      const count = this.#store.size < MANY ? wanted : Math.min(wanted, 1)
      for (let i = 0; i < count; i++) this.#add(now)
    }
  }

  #add(now: number): void {
    const wish = this.#wish()
    const name = nameAs(wish.name, this.#choices.of('nameForm'))
    const fits =
      nameFits(name, this.#choices.of('names'), this.#store) &&
      categoryFits(wish.categoryId, this.#choices.of('categories'))
    const pet: Pet = {
      ...wish,
      name,
      id: 0n,
      extras: [],
      from: 'others',
      created: now,
      nr: 0,
    }
    if (!fits || this.#taken.has(tripleOf(pet))) return
    if (name !== wish.name && this.#sentNames.has(name)) return
    pet.id = this.#ids.next()
    this.#store.add(pet)
  }

  #wish(): Sent {
    this.#count++
    const fitting = CATEGORIES.filter((id) => categoryFits(id, this.#choices.of('categories')))
    const wish: Sent = {
      name: this.#name(),
      categoryId: this.#chance.pick(fitting),
      status: this.#chance.pick(STATUSES),
    }
    const kind = this.#nameKind()
    const old = kind === 'copies-of-old' ? this.#store.all().filter((pet) => pet.from === 'before') : []
    if (old.length > 0) {
      const { name, categoryId, status } = this.#chance.pick(old)
      return { name, categoryId, status: status ?? 'available' }
    }
    const last = this.#sent.at(-1)
    if (kind !== 'like-sent' || last === undefined) return wish
    const { name, categoryId } = this.#chance.pick([last, this.#chance.pick(this.#sent)])
    return {
      ...wish,
      name: this.#like(name),
      categoryId: this.#chance.once(2) ? categoryId : wish.categoryId,
    }
  }

  #nameKind(): string {
    const kind = this.#choices.of('neighbourNames')
    return kind === 'mixed' ? this.#chance.pick(['common', 'like-sent', 'copies-of-old']) : kind
  }

  #name(): string {
    if (this.#choices.of('neighbourNames') !== 'plain') return this.#chance.pick(COMMON)
    const letters = this.#count.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))
    return this.#choices.of('names') === 'any' ? `Neighbour ${this.#count}` : `Nb${letters}`.slice(0, 10)
  }

  /** A name that begins like one just sent, but is none of them. */
  #like(name: string): string {
    const like = this.#chance.pick([
      `${name}x`,
      `${name} jr`,
      `${name}ey`,
      name.slice(0, -1),
      name.toUpperCase(),
      `${name}\u0301`,
    ])
    return this.#sentNames.has(like) ? `${like}zq` : like
  }
}

function tripleOf(sent: Sent): string {
  return JSON.stringify([sent.name, String(sent.categoryId), sent.status ?? ''])
}
