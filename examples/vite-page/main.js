// Where `petstore mock` answers; VITE_PETSTORE=https://staging.example.com/v1 npm run dev for another.
const BASE = import.meta.env.VITE_PETSTORE ?? 'http://127.0.0.1:4010/v1'

const status = document.querySelector('[role=status]')
const list = document.querySelector('ul')

async function load() {
  const response = await fetch(`${BASE}/pets?limit=100`, {
    headers: { Authorization: 'Bearer free-demo-key' },
  })
  if (response.status === 429) {
    const seconds = secondsToWait(response.headers)
    status.textContent = `Too many requests: once more in ${seconds} s`
    setTimeout(load, seconds * 1000)
    return
  }
  const pets = await response.json()
  list.replaceChildren(
    ...pets.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })),
  )
  status.textContent = `${pets.length} pets, ${response.headers.get('X-RateLimit-Remaining')} requests left`
}

// X-RateLimit-Reset is a Unix timestamp, says the service's document. It does not say what unit or format Retry-After has.
// The time counts from the reply's own Date, because this machine's clock may differ.
function secondsToWait(headers) {
  return Number(headers.get('X-RateLimit-Reset')) - Date.parse(headers.get('Date')) / 1000
}

document.querySelector('button').addEventListener('click', load)
await load()
