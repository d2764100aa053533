import type { KeyState } from '../../client/world-state.ts'

/** Asks for the token, which a mock demands of whoever comes from another machine; once more where one was wrong. */
export function askForToken(place: Element, wasWrong: boolean): Promise<string> {
  const input = document.createElement('input')
  Object.assign(input, { name: 'token', type: 'password', autocomplete: 'off', required: true })
  const label = document.createElement('label')
  const why = wasWrong ? 'That is not the token.' : 'You come from another machine.'
  label.append(`${why} The mock has printed a token when it started: `, input)
  const button = document.createElement('button')
  button.textContent = 'Enter'
  const form = document.createElement('form')
  form.className = 'token'
  form.append(label, ' ', button)
  place.replaceChildren(form)
  input.focus()
  return new Promise((resolve) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      input.disabled = true
      resolve(input.value.trim())
    })
  })
}

/** A choice of the keys that there are, of a wrong one and of none, which is the empty text. */
export function keyPicker(keys: readonly KeyState[], use: (key: string) => void): HTMLElement {
  const select = document.createElement('select')
  select.id = 'key'
  for (const { key, plan } of [...keys].sort(byLimit)) select.append(new Option(`${key} (${plan})`, key))
  select.append(new Option('a key that nobody knows', 'no-such-key'), new Option('no key', ''))
  select.addEventListener('change', () => {
    use(select.value)
  })
  use(select.value)
  const label = document.createElement('label')
  label.append('Requests are sent with ', select)
  return label
}

// The smallest limits are those to learn with.
function byLimit(one: KeyState, other: KeyState): number {
  return one.windows.minute.limit - other.windows.minute.limit || one.key.localeCompare(other.key)
}
