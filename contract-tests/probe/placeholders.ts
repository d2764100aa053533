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
  { mark: '{key-as-basic}', value: ({ key }) => btoa(`${key}:`), shell: '$(printf %s: "$API_KEY" | base64)' },
]

/** Puts the keys in the place of their marks. */
export function fillIn(text: string, keys: Keys): string {
  return placeholders.reduce((filled, { mark, value }) => filled.replaceAll(mark, value(keys)), text)
}

/** Puts what a shell understands in the place of the marks. */
export function inShell(text: string): string {
  return placeholders.reduce((written, { mark, shell }) => written.replaceAll(mark, shell), text)
}

/** Takes the keys out of what a service sent. */
export function cutKeys(text: string, { key, secondKey }: Keys): string {
  const cut = text.replaceAll(key, '{key}')
  return secondKey === undefined ? cut : cut.replaceAll(secondKey, '{second-key}')
}
