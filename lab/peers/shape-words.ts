/**
 * What a shape of a breach says came, and what was due in its place: of several that one test has shown, each says what it
 * expects where that is something else than `expected`.
 */
export function wordsOf(actual: string, expected: string): { readonly own: string; readonly due: string } {
  const [, own = actual, due = expected] = /^(.*); expected: (.*?)(?:, and the like)?$/s.exec(actual) ?? []
  return { own, due }
}
