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
  {
    mark: '{key-with-a-blank}',
    value: ({ key }) => `${key.slice(0, 1)} ${key.slice(1)}`,
    shell: '${API_KEY%"${API_KEY#?}"} ${API_KEY#?}',
  },
  { mark: '{key-as-basic}', value: ({ key }) => btoa(`${key}:`), shell: '$(printf %s: "$API_KEY" | base64)' },
]

/** Each ASCII letter in the other case. */
function inTheOtherCase(text: string): string {
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

/** Takes the keys out of what a service sent, in every form in which it may echo them. */
export type KeyCutter = (text: string) => string

/** The cutter of a run's keys. Their forms are worked out here, once: a run cuts every header that it receives. */
export function keyCutter({ key, secondKey }: Keys): KeyCutter {
  const forms = [...formsOf(key, 'key'), ...(secondKey === undefined ? [] : formsOf(secondKey, 'second-key'))]
  forms.sort(([one], [other]) => other.length - one.length)
  return (text) =>
    forms.some(([form]) => text.includes(form))
      ? forms.reduce((cut, [form, mark]) => cut.replaceAll(form, mark), text)
      : text
}

// What is shorter is no longer worth hiding, and would be found everywhere.
const SHORTEST_PART = 8

function formsOf(key: string, name: string): readonly (readonly [form: string, mark: string])[] {
  // The suite sends what is nearly a key as an invalid one, and base64 of it under the Basic scheme.
  const near: readonly (readonly [secret: string, form: string])[] = [
    [key.slice(0, -1), '-without-its-end'],
    [key.slice(1), '-without-its-start'],
    [inTheOtherCase(key), '-in-the-other-case'],
  ]
  const worthHiding = near.filter(([secret]) => secret.length >= SHORTEST_PART && secret !== key)
  return [[key, ''] as const, ...worthHiding].flatMap(([secret, form]) => {
    const mark = `{${name}${form}}`
    const encoded = encodeURIComponent(secret)
    const lower = encoded.replaceAll(/%../g, (code) => code.toLowerCase())
    const escaped = JSON.stringify(secret).slice(1, -1)
    const forms = [
      secret,
      encoded,
      lower,
      escaped,
      escaped.replaceAll('/', '\\/'),
      base64(`${secret}:`),
      base64(secret),
    ]
    return [...new Set(forms)].map((form) => [form, mark] as const)
  })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
