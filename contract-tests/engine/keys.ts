/** The keys of a run. They stand in probes as placeholders only, so that no report can show them. */
export interface Keys {
  readonly key: string
  readonly secondKey: string | undefined
}

/** The environment variables that hold the keys for the commands in a report. */
export interface KeyVariables {
  readonly key: string
  readonly secondKey: string
}

/** Where the keys of a run come from no variable. */
export const KEY_VARIABLES: KeyVariables = { key: 'API_KEY', secondKey: 'SECOND_API_KEY' }

interface Placeholder {
  readonly placeholder: string
  readonly value: (keys: Keys) => string
  /** The shell expression that expands to the same. */
  readonly shell: (variables: KeyVariables) => string
}

/** Those of the first key. */
const ofFirst: readonly Placeholder[] = [
  { placeholder: '{key}', value: ({ key }) => key, shell: ({ key }) => `$${key}` },
  {
    placeholder: '{key-without-its-end}',
    value: ({ key }) => key.slice(0, -1),
    shell: ({ key }) => `\${${key}%?}`,
  },
  {
    placeholder: '{key-without-its-start}',
    value: ({ key }) => key.slice(1),
    shell: ({ key }) => `\${${key}#?}`,
  },
  { placeholder: '{key-and-a-letter}', value: ({ key }) => `${key}x`, shell: ({ key }) => `\${${key}}x` },
  {
    placeholder: '{key-in-the-other-case}',
    value: ({ key }) => inTheOtherCase(key),
    shell: ({ key }) => `$(printf %s "$${key}" | tr a-zA-Z A-Za-z)`,
  },
  {
    placeholder: '{key-without-its-last-four}',
    value: ({ key }) => key.slice(0, -4),
    shell: ({ key }) => `\${${key}%????}`,
  },
  {
    placeholder: '{key-without-its-first-four}',
    value: ({ key }) => key.slice(4),
    shell: ({ key }) => `\${${key}#????}`,
  },
  {
    placeholder: '{key-and-a-word}',
    value: ({ key }) => `${key}.no-such-key`,
    shell: ({ key }) => `\${${key}}.no-such-key`,
  },
  {
    placeholder: '{key-half-in-the-other-case}',
    value: ({ key }) => key.replaceAll(/[acegikmoqsuwy]/gi, inTheOtherCase),
    shell: ({ key }) => `$(printf %s "$${key}" | tr acegikmoqsuwyACEGIKMOQSUWY ACEGIKMOQSUWYacegikmoqsuwy)`,
  },
  {
    placeholder: '{key-with-another-end}',
    value: ({ key }) => withAnotherEnd(key, 'x', 'y'),
    shell: ({ key }) => withAnotherEndInShell(key, 'x', 'y'),
  },
  {
    placeholder: '{key-with-yet-another-end}',
    value: ({ key }) => withAnotherEnd(key, 'q', 'r'),
    shell: ({ key }) => withAnotherEndInShell(key, 'q', 'r'),
  },
  {
    placeholder: '{key-with-a-blank}',
    value: ({ key }) => `${key.slice(0, 1)} ${key.slice(1)}`,
    shell: ({ key }) => `\${${key}%"\${${key}#?}"} \${${key}#?}`,
  },
  {
    placeholder: '{key-as-basic}',
    value: ({ key }) => btoa(`${key}:`),
    // base64 breaks lines, as no header may.
    shell: ({ key }) => `$(printf %s: "$${key}" | base64 | tr -d '\\n')`,
  },
]

/** The same of the second key: `{second-key-in-the-other-case}`. */
const ofSecond = ofFirst.map(({ placeholder, value, shell }): Placeholder => ({
  placeholder: placeholder.replace('{', '{second-'),
  value: ({ secondKey }) => value({ key: secondKey ?? '', secondKey }),
  shell: ({ secondKey }) => shell({ key: secondKey, secondKey }),
}))

const placeholders = [...ofFirst, ...ofSecond]

/** A key with another last letter: the `usual` one, or `other` where it ends so already. */
function withAnotherEnd(key: string, usual: string, other: string): string {
  return key.slice(0, -1) + (key.endsWith(usual) ? other : usual)
}

// Not every sed takes a command behind the `t` of one expression.
function withAnotherEndInShell(variable: string, usual: string, other: string): string {
  return `$(printf %s "$${variable}" | sed -e 's/${usual}$/${other}/' -e t -e 's/.$/${usual}/')`
}

/** Each ASCII letter in the other case. */
export function inTheOtherCase(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}

/** Replaces the placeholders with the keys. */
export function fillIn(text: string, keys: Keys): string {
  if (!text.includes('{')) return text
  return placeholders.reduce(
    (filled, { placeholder, value }) =>
      filled.includes(placeholder) ? filled.replaceAll(placeholder, value(keys)) : filled,
    text,
  )
}

const shells = new Map(placeholders.map(({ placeholder, shell }) => [placeholder, shell]))

// A recording may have more keys than two.
const EACH_PLACEHOLDER = new RegExp(
  `(${[...shells.keys(), String.raw`{key-\d+}`].join('|').replaceAll('{', String.raw`\{`)})`,
)

/**
 * Replaces the placeholders with shell expressions that read the keys from variables, and what stands between them with what `write`
 * makes of it.
 */
export function inShell(
  text: string,
  variables: KeyVariables = KEY_VARIABLES,
  write = (between: string): string => between,
): string {
  // With the group of the expression, every other part is a placeholder.
  const parts = text.split(EACH_PLACEHOLDER)
  return parts.map((part, at) => (at % 2 === 1 ? shellOf(part, variables) : write(part))).join('')
}

function shellOf(placeholder: string, variables: KeyVariables): string {
  const shell = shells.get(placeholder)
  return shell ? shell(variables) : `$${variables.key}_${placeholder.replaceAll(/\D/g, '')}`
}

/** Why no header can carry a key, without quoting it; `undefined` if one can. */
export function unsendable(key: string): string | undefined {
  const [wrong] = /[^\t\x20-\x7e\x80-\xff]/u.exec(key) ?? []
  if (wrong !== undefined)
    return `has ${nameOf(wrong)} in it, which no header can carry (RFC 9110, section 5.5)`
  return /^\s|\s$/.test(key) ? 'begins or ends with a blank, which HTTP strips from a header' : undefined
}

/**
 * Why services are likely to refuse a key that a header can carry, without quoting it; `undefined` if they are not. A blank ends the key
 * where a service reads it, and clients send a letter beyond ASCII in different bytes. Of other signs many services make keys.
 */
export function unlikelyKey(key: string): string | undefined {
  const [wrong] = /[^\x21-\x7e]/u.exec(key) ?? []
  return wrong && `has ${nameOf(wrong)} in it, which a bearer key cannot contain (RFC 6750, section 2.1)`
}

function nameOf(character: string): string {
  if (/[\r\n]/.test(character)) return 'a line break'
  if (/[ \t]/.test(character)) return 'a blank'
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return `the character ${/[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${code})` : code}`
}
