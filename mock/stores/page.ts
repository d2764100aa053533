import type { Page, PageRequest, StoredPet } from '../core/pets/pet-store.ts'

/** Adjacent pets of a list, the oldest first. */
export interface Run {
  readonly size: number
  /** The index of the first of them. */
  readonly from: number
  readonly pets: readonly StoredPet[]
}

// In an arbitrary order each run of sixteen pets is listed in this order, so that a new pet moves no other.
const SHUFFLE = [11, 4, 14, 1, 8, 2, 15, 6, 9, 0, 12, 3, 7, 13, 5, 10]

/** The places in a list, the oldest first, that a page is made of; below 0 they count from the end, as in Redis. */
export function pageIndexes({ order, limit, start }: PageRequest): {
  readonly first: number
  readonly last: number
} {
  switch (order) {
    case 'oldest':
      return { first: start ?? 0, last: (start ?? 0) + limit - 1 }
    case 'newest':
      if (start === undefined) return { first: -limit, last: -1 }
      return { first: Math.max(0, start - limit + 1), last: start }
    case 'arbitrary': {
      const first = (start ?? 0) - ((start ?? 0) % SHUFFLE.length)
      // A page may begin and end within a run.
      return { first, last: first + (Math.ceil(limit / SHUFFLE.length) + 1) * SHUFFLE.length - 1 }
    }
  }
}

/** The index that a page begins at, in a list of `size` pets; a negative one counts from the end. */
export function fromStart(first: number, size: number): number {
  return first < 0 ? Math.max(0, size + first) : first
}

/** The page that is made of the pets in its places. */
export function createPage(run: Run, { order, limit, start }: PageRequest): Page {
  const { size, from, pets } = run
  switch (order) {
    case 'oldest':
      return ending(size, pets, from + limit)
    case 'newest':
      return ending(size, pets.toReversed(), (start ?? size - 1) - limit)
    case 'arbitrary':
      return shuffled(run, start ?? 0, limit)
  }
}

function ending(total: number, pets: readonly StoredPet[], next: number): Page {
  const more = pets.length > 0 && next >= 0 && next < total
  return { pets, total, next: more ? next : undefined }
}

function shuffled({ size, from, pets }: Run, start: number, limit: number): Page {
  const found: StoredPet[] = []
  const places = Math.ceil(size / SHUFFLE.length) * SHUFFLE.length
  let place = start
  for (; place < places && found.length < limit; place += 1) {
    const pet = pets[place - (place % SHUFFLE.length) + (SHUFFLE[place % SHUFFLE.length] ?? 0) - from]
    if (pet) found.push(pet)
  }
  return { pets: found, total: size, next: place < places ? place : undefined }
}
