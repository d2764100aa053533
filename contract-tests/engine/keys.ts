/** The keys of a run. They stand in probes as placeholders only, so that no report can show them. */
export interface Keys {
  readonly key: string
  readonly secondKey: string | undefined
}

interface Placeholder {
  readonly mark: string
  readonly value: (keys: Keys) => string
  /** What a shell makes the same of. */
  readonly shell: string
}

const placeholders: readonly Placeholder[] = [
  { mark: '{key}', value: ({ key }) => key, shell: '$API_KEY' },
  { mark: '{second-key}', value: ({ secondKey }) => secondKey ?? '', shell: '$SECOND_API_KEY' },
  { mark: '{key-without-its-end}', value: ({ key }) => key.slice(0, -1), shell: '${API_KEY%?}' },
  { mark: '{key-without-its-start}', value: ({ key }) => key.slice(1), shell: '${API_KEY#?}' },
  { mark: '{key-and-a-letter}', value: ({ key }) => `${key}x`, shell: '${API_KEY}x' },
  {
    mark: '{key-in-the-other-case}',
    value: ({ key }) => inTheOtherCase(key),
    shell: '$(printf %s "$API_KEY" | tr a-zA-Z A-Za-z)',
  },
  { mark: '{key-without-its-last-four}', value: ({ key }) => key.slice(0, -4), shell: '${API_KEY%????}' },
  { mark: '{key-without-its-first-four}', value: ({ key }) => key.slice(4), shell: '${API_KEY#????}' },
  { mark: '{key-and-a-word}', value: ({ key }) => `${key}.no-such-key`, shell: '${API_KEY}.no-such-key' },
  {
    mark: '{key-half-in-the-other-case}',
    value: ({ key }) => key.replaceAll(/[acegikmoqsuwy]/gi, inTheOtherCase),
    shell: '$(printf %s "$API_KEY" | tr acegikmoqsuwyACEGIKMOQSUWY ACEGIKMOQSUWYacegikmoqsuwy)',
  },
  {
    mark: '{key-with-a-blank}',
    value: ({ key }) => `${key.slice(0, 1)} ${key.slice(1)}`,
    shell: '${API_KEY%"${API_KEY#?}"} ${API_KEY#?}',
  },
  { mark: '{key-as-basic}', value: ({ key }) => btoa(`${key}:`), shell: '$(printf %s: "$API_KEY" | base64)' },
]

/** Each ASCII letter in the other case. */
export function inTheOtherCase(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}

/** Puts the keys in the place of their marks. */
export function fillIn(text: string, keys: Keys): string {
  if (!text.includes('{')) return text
  return placeholders.reduce(
    (filled, { mark, value }) => (filled.includes(mark) ? filled.replaceAll(mark, value(keys)) : filled),
    text,
  )
}

/** Puts what a shell understands in the place of the marks. */
export function inShell(text: string): string {
  if (!text.includes('{')) return text
  return placeholders.reduce((written, { mark, shell }) => written.replaceAll(mark, shell), text)
}

/** Why no header can carry a key (RFC 9110 §5.5), in words that do not tell it; `undefined` where one can. */
export function unsendable(key: string): string | undefined {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(key))
    return 'has a line break in it, or another character that no header can carry'
  return /^\s|\s$/.test(key) ? 'begins or ends with a blank, which no header keeps' : undefined
}
