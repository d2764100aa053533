/** A pattern for a part of a text: a regular expression without lookaround. */
export type Pattern =
  | { readonly kind: 'one'; readonly of: number | RegExp }
  | { readonly kind: 'all'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'any'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeated'; readonly part: Pattern }

/** A text, in any case of its letters. */
export function text(chars: string): Pattern {
  // Code units, not characters: the text is read by code units.
  return all(...Array.from({ length: chars.length }, (_, at) => one(chars.charCodeAt(at))))
}

/** One code unit that an expression without flags matches. */
export function charOf(of: RegExp): Pattern {
  return one(of)
}

function one(of: number | RegExp): Pattern {
  return { kind: 'one', of: typeof of === 'number' ? inCapitals(of) : of }
}

/** One part after the other. */
export function all(...parts: readonly Pattern[]): Pattern {
  return { kind: 'all', parts }
}

/** The first of some patterns with which all matches. */
export function any(...options: readonly Pattern[]): Pattern {
  return { kind: 'any', options }
}

/** As many as there are, or none. */
export function repeated(part: Pattern): Pattern {
  return { kind: 'repeated', part }
}

export function optional(part: Pattern): Pattern {
  return any(part, all())
}

/** As many as there are, or none; no more than `most`. */
export function upTo(most: number, part: Pattern): Pattern {
  return most === 0 ? all() : optional(all(part, upTo(most - 1, part)))
}

/** A code unit as regular expressions compare it where case does not count: only ASCII becomes ASCII. */
export function inCapitals(code: number): number {
  if (code < 128) return code >= 97 && code <= 122 ? code - 32 : code
  const capital = String.fromCharCode(code).toUpperCase()
  return capital.length === 1 && capital.charCodeAt(0) >= 128 ? capital.charCodeAt(0) : code
}
