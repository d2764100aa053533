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
