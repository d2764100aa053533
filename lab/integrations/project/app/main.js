// A small front end. With ?msw it starts the mock in the page, behind MSW.
const asked = new URLSearchParams(location.search)
const BASE = asked.get('base') ?? 'https://api.example.com/v1'
const headers = { Authorization: 'Bearer free-demo-key', 'Content-Type': 'application/json' }

if (asked.has('msw')) {
  const { setupWorker } = await import('msw/browser')
  const { createMock, petstoreHandlers } = await import('petstore-mock/msw')
  const mock = createMock({ baseUrl: BASE, pets: 3 })
  // No minute ends between two requests.
  mock.clock.freeze()
  await setupWorker(...petstoreHandlers(mock)).start({ quiet: true, onUnhandledFrame: 'bypass' })
  globalThis.petstore = mock
}

const state = document.getElementById('state')
const list = document.getElementById('pets')

async function load() {
  state.textContent = 'loading'
  try {
    const response = await fetch(`${BASE}/pets?limit=100`, { headers })
    if (response.status === 429) {
      state.textContent = `try again in ${response.headers.get('Retry-After')} s`
      return
    }
    const pets = await response.json()
    list.replaceChildren(
      ...pets.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })),
    )
    state.textContent = `${pets.length} pets, ${response.headers.get('X-RateLimit-Remaining')} requests left`
  } catch (error) {
    state.textContent = `failed: ${error.name}`
  }
}

document.getElementById('reload').addEventListener('click', load)
document.getElementById('add').addEventListener('click', async () => {
  await fetch(`${BASE}/pets`, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })
  await load()
})
await load()
