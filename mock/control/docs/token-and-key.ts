import { planName } from '../../../spec/plans.ts'
import type { KeyState } from '../../client/world-state.ts'

/** Asks for the control token, which a mock requires from other machines. `wasWrong`: the last token was rejected. */
export function askForToken(place: Element, wasWrong: boolean): Promise<string> {
  const input = document.createElement('input')
  Object.assign(input, { name: 'token', type: 'password', autocomplete: 'off', required: true })
  const label = document.createElement('label')
  const why = wasWrong ? 'This token is wrong.' : 'Access from another machine requires a token.'
  label.append(`${why} Enter the token that the mock printed at its start: `, input)
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

/** A select box with the keys of the world, an unknown key, and no key (the empty text). */
export function keyPicker(keys: readonly KeyState[], use: (key: string) => void): HTMLElement {
  const select = document.createElement('select')
  select.id = 'key'
  for (const { key, plan } of [...keys].sort(byLimit))
    select.append(new Option(`${key} (${planName(plan)})`, key))
  select.append(new Option('an unknown key', 'no-such-key'), new Option('no key', ''))
  select.addEventListener('change', () => {
    use(select.value)
  })
  use(select.value)
  const label = document.createElement('label')
  label.append('Send requests with ', select)
  return label
}

// The smallest limit first: it is reached soonest.
function byLimit(one: KeyState, other: KeyState): number {
  return one.windows.minute.limit - other.windows.minute.limit || one.key.localeCompare(other.key)
}
