import { inCapitals, type Pattern } from './pattern.ts'

type Node =
  | { readonly kind: 'one'; readonly of: number | RegExp; readonly next: number }
  | { readonly kind: 'fork'; readonly nexts: readonly number[] }
  | { readonly kind: 'found'; readonly index: number }

interface State {
  /** The nodes that wait for the next code unit; the first is preferred. */
  readonly nodes: readonly number[]
  /** Which of the patterns ends here, -1 where none does. */
  readonly found: number
  /** The numbers of the states that follow, by class of the next code unit; -1 where that has not been worked out. */
  readonly nexts: Int32Array
}

// Texts have a few hundred, unless somebody is after more.
const MOST_STATES = 4_000

/**
 * A deterministic automaton of some patterns, which is in one state after each code unit of a text, however many ways there
 * are to read it. Its states are worked out when they are first needed.
 */
export class Automaton {
  readonly #nodes: Node[] = []
  readonly #first: readonly number[]
  readonly #direction: 'forwards' | 'backwards'
  readonly #classes: Classes
  #states: State[] = []
  #byNodes = new Map<string, number>()

  /** Forwards it matches where it begins, as a regular expression would; backwards, it finds wherever a match begins. */
  constructor(patterns: readonly Pattern[], direction: 'forwards' | 'backwards') {
    this.#direction = direction
    this.#first = patterns.map((pattern, index) =>
      this.#compile(pattern, this.#add({ kind: 'found', index })),
    )
    this.#classes = new Classes(this.#nodes.flatMap((node) => (node.kind === 'one' ? [node.of] : [])))
    this.#begin()
  }

  /** The state before anything was read. */
  readonly start = 0

  /** The state after a code unit; a negative one has no way on. */
  next(state: number, code: number): number {
    const nexts = this.#states[state]?.nexts
    const of = this.#classes.of(code)
    const cached = nexts?.[of] ?? UNKNOWN
    if (cached !== UNKNOWN) return cached
    const next = this.#follow(state, code)
    // Where all were forgotten meanwhile, so was this one.
    if (nexts && this.#states[state]?.nexts === nexts) nexts[of] = next
    return next
  }

  /** Which of the patterns a state has found, -1 where none. */
  found(state: number): number {
    return this.#states[state]?.found ?? NONE
  }

  #add(node: Node): number {
    return this.#nodes.push(node) - 1
  }

  /** The node where a pattern begins that goes on at another one. */
  #compile(pattern: Pattern, next: number): number {
    switch (pattern.kind) {
      case 'one':
        return this.#add({ kind: 'one', of: pattern.of, next })
      case 'all': {
        const parts = this.#direction === 'forwards' ? pattern.parts.toReversed() : pattern.parts
        return parts.reduce((after, part) => this.#compile(part, after), next)
      }
      case 'any':
        return this.#add({
          kind: 'fork',
          nexts: pattern.options.map((option) => this.#compile(option, next)),
        })
      case 'repeated': {
        const nexts = [next]
        const fork = this.#add({ kind: 'fork', nexts })
        nexts.unshift(this.#compile(pattern.part, fork))
        return fork
      }
    }
  }

  #begin(): void {
    this.#states = []
    this.#byNodes = new Map()
    this.#stateOf(this.#first)
  }

  #follow(state: number, code: number): number {
    const next = this.#states[state]?.nodes.flatMap((at) => {
      const node = this.#nodes[at]
      return node?.kind === 'one' && isOne(node.of, code) ? [node.next] : []
    })
    return this.#stateOf(this.#direction === 'forwards' ? (next ?? []) : [...(next ?? []), ...this.#first])
  }

  #stateOf(from: readonly number[]): number {
    const { nodes, found } = this.#reached(from)
    if (nodes.length === 0 && found === NONE) return DEAD
    const name = `${found}:${nodes.join()}`
    const cached = this.#byNodes.get(name)
    if (cached !== undefined) return cached
    if (this.#states.length >= MOST_STATES) this.#begin()
    const number =
      this.#states.push({ nodes, found, nexts: new Int32Array(this.#classes.count).fill(UNKNOWN) }) - 1
    this.#byNodes.set(name, number)
    return number
  }

  /** The nodes that are reached without a code unit. */
  #reached(from: readonly number[]): Pick<State, 'nodes' | 'found'> {
    const seen = new Set<number>()
    const waiting = from.toReversed()
    const nodes: number[] = []
    let found = NONE
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const node = this.#nodes[at]
      if (!node || seen.has(at)) continue
      seen.add(at)
      if (node.kind === 'one') nodes.push(at)
      else if (node.kind === 'fork') waiting.push(...node.nexts.toReversed())
      else {
        found = node.index
        // Whatever is left is not preferred to what is found.
        if (this.#direction === 'forwards') break
      }
    }
    return { nodes: this.#direction === 'forwards' ? nodes : nodes.sort((one, other) => one - other), found }
  }
}

const UNKNOWN = -1
const DEAD = -2
const NONE = -1

function isOne(of: number | RegExp, code: number): boolean {
  return typeof of === 'number' ? of === inCapitals(code) : of.test(String.fromCharCode(code))
}

/** Sorts code units into classes: to the patterns, those of one class are the same. */
class Classes {
  /** How many there may be. */
  readonly count: number
  readonly #byChar: ReadonlyMap<number, number>
  readonly #sets: readonly RegExp[]
  /** By code unit: its class and 1, or 0 where it has not been looked at. */
  readonly #classes = new Uint16Array(0x1_0000)

  constructor(all: readonly (number | RegExp)[]) {
    const distinct = [...new Set(all)]
    this.#sets = distinct.filter((of) => typeof of !== 'number')
    const chars = distinct.filter((of) => typeof of === 'number')
    this.#byChar = new Map(chars.map((char, index) => [char, index]))
    this.count = chars.length + 2 ** this.#sets.length
  }

  of(code: number): number {
    const cached = this.#classes[code] ?? 0
    if (cached !== 0) return cached - 1
    const inSets = this.#sets.reduce((sum, set, index) => sum + (isOne(set, code) ? 2 ** index : 0), 0)
    const found = this.#byChar.get(inCapitals(code)) ?? this.#byChar.size + inSets
    this.#classes[code] = found + 1
    return found
  }
}
