export interface Coverage {
  /** Ids of the list that no file names. */
  readonly untested: readonly string[]
  /** Ids that a file names and the list has not. */
  readonly unknown: readonly string[]
  /** Tests that name no id. */
  readonly nameless: number
}

const NAMED = /\bclause(?:For)?\(\s*'([^']*)'/g
const NAMELESS = /^\s*(?:test|it)(?:\.\w+)*\(/gm

/** Compares the ids that the texts of test files give to `clause` with a list of clauses, both ways. */
export function coverageOf(ids: readonly string[], texts: readonly string[]): Coverage {
  const named = texts.flatMap((text) => Array.from(text.matchAll(NAMED), ([, id = '']) => id))
  return {
    untested: ids.filter((id) => !named.includes(id)),
    unknown: named.filter((id) => !ids.includes(id)),
    nameless: texts.flatMap((text) => text.match(NAMELESS) ?? []).length,
  }
}
