// The white space that trimming removes: in JavaScript, C, Go, Python and Java, and in all of them together.
const BLANKS = [
  String.raw`\s`,
  String.raw`[\t-\r ]`,
  String.raw`\p{White_Space}`,
  String.raw`[\p{White_Space}\x1c-\x1f]`,
  String.raw`[\0- ]`,
  String.raw`[\p{Z}\p{Cc}\ufeff]`,
]
const IN_WORDS = /^[!-~]+(?: [!-~]+)*$/
const EDGES = BLANKS.map((blank) => new RegExp(`^${blank}+|${blank}+$`, 'gu'))
const RUNS = BLANKS.map((blank) => new RegExp(`${blank}+`, 'gu'))

/** As which a name may come back (`name-spelling`): as it was sent, trimmed, composed (NFC), or both. */
export function lawfulSpellings(name: string): readonly string[] {
  if (IN_WORDS.test(name)) return [name]
  const spellings = [name, name.normalize()].flatMap((one) => [
    one,
    ...EDGES.map((edge) => one.replaceAll(edge, '')),
  ])
  return [...new Set(spellings)]
}

// NUL and lone surrogates, which may be left out of a name.
const DROPPED = /[\0\p{Surrogate}]/gu

/**
 * The same, those of what may be left out of it (`nul-in-name`, `lone-surrogate-in-name`), and those with one blank where there were
 * several, by which a pet is known all the same.
 */
export function knownSpellings(name: string): readonly string[] {
  if (IN_WORDS.test(name)) return lawfulSpellings(name)
  const lawful = [name, name.replaceAll(DROPPED, '')].flatMap(lawfulSpellings)
  return [...new Set([...lawful, ...lawful.flatMap((one) => RUNS.map((run) => one.replaceAll(run, ' ')))])]
}
