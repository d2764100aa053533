/** Seconds that the plot looks back. */
export const SPAN = 90

/** What happened to a key in one second. */
interface Tally {
  admitted: number
  refused: number
  /** What its minute window had left at the end of it; `undefined` where nobody looked. */
  left: number | undefined
}

/** Something that happened to a world, to be marked in the plot. */
export interface Mark {
  /** Seconds, by the time outside. */
  readonly at: number
  readonly label: string
}

/** The span, second by second: columns of equal length, for a plot. */
export interface Columns {
  readonly seconds: number[]
  readonly admitted: number[]
  readonly refused: number[]
  /** What each of the keys had left, in their order. */
  readonly left: (number | null)[][]
}

const MOST_MARKS = 50

/** What became of requests, by key and second of the time outside. Keys are told apart as far as they are shown. */
export class History {
  readonly #seconds = new Map<number, Map<string, Tally>>()
  #marks: Mark[] = []

  count(key: string, isAdmitted: boolean, time: number): void {
    const tally = this.#tally(key, time)
    if (isAdmitted) tally.admitted += 1
    else tally.refused += 1
  }

  /** Notes what a key has left; one that has made no request in the span is passed over. */
  note(key: string, left: number, time: number): void {
    if (this.activeKeys(time).includes(key)) this.#tally(key, time).left = left
  }

  mark(label: string, time: number): void {
    this.#marks = [...this.#marks, { at: time / 1000, label }].slice(-MOST_MARKS)
  }

  marks(time: number): readonly Mark[] {
    return this.#marks.filter(({ at }) => at > time / 1000 - SPAN)
  }

  clear(): void {
    this.#seconds.clear()
    this.#marks = []
  }

  /** The keys that have made requests in the span, the busiest first. */
  activeKeys(time: number): string[] {
    this.#forget(time)
    const requests = new Map<string, number>()
    for (const tallies of this.#seconds.values()) {
      for (const [key, { admitted, refused }] of tallies) {
        requests.set(key, (requests.get(key) ?? 0) + admitted + refused)
      }
    }
    return [...requests].sort(([, one], [, other]) => other - one).map(([key]) => key)
  }

  /** The span up to a time: requests of one key or, without one, of all; and what each of some keys had left. */
  columns(time: number, key: string | undefined, leftOf: readonly string[]): Columns {
    const last = Math.floor(time / 1000)
    const seconds = Array.from({ length: SPAN }, (_, at) => last - SPAN + 1 + at)
    const of = (second: number): readonly Tally[] => {
      const tallies = this.#seconds.get(second)
      if (key === undefined) return [...(tallies?.values() ?? [])]
      const tally = tallies?.get(key)
      return tally ? [tally] : []
    }
    return {
      seconds,
      admitted: seconds.map((second) => sum(of(second).map(({ admitted }) => admitted))),
      refused: seconds.map((second) => sum(of(second).map(({ refused }) => refused))),
      left: leftOf.map((one) => seconds.map((second) => this.#seconds.get(second)?.get(one)?.left ?? null)),
    }
  }

  #tally(key: string, time: number): Tally {
    const second = Math.floor(time / 1000)
    const tallies = this.#seconds.get(second) ?? new Map<string, Tally>()
    this.#seconds.set(second, tallies)
    const tally = tallies.get(key) ?? { admitted: 0, refused: 0, left: undefined }
    tallies.set(key, tally)
    return tally
  }

  #forget(time: number): void {
    for (const second of this.#seconds.keys()) {
      if (second <= Math.floor(time / 1000) - SPAN) this.#seconds.delete(second)
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
