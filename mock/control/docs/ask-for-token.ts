/** Asks for the token, which a mock demands of whoever comes from another machine. */
export function askForToken(place: Element): Promise<string> {
  const input = document.createElement('input')
  Object.assign(input, { name: 'token', type: 'password', autocomplete: 'off', required: true })
  const label = document.createElement('label')
  label.append('You come from another machine. The mock has printed a token when it started: ', input)
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
      resolve(input.value.trim())
    })
  })
}
