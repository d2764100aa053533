import type { Key } from '../room/state/control-api.ts'

/** A choice of the keys that there are, of a wrong one and of none, which is the empty text. */
export function keyPicker(keys: readonly Key[], use: (key: string) => void): HTMLElement {
  const select = document.createElement('select')
  select.id = 'key'
  for (const { key, plan } of [...keys].sort(byAllowance)) select.append(new Option(`${key} (${plan})`, key))
  select.append(new Option('a key that nobody knows', 'no-such-key'), new Option('no key', ''))
  select.addEventListener('change', () => {
    use(select.value)
  })
  use(select.value)
  const label = document.createElement('label')
  label.append('Requests are sent with ', select)
  return label
}

// The smallest allowance is the one to learn with.
function byAllowance(one: Key, other: Key): number {
  return one.windows.minute.limit - other.windows.minute.limit || one.key.localeCompare(other.key)
}
