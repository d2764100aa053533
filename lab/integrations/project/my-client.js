import { setTimeout } from 'node:timers/promises'

// The client that the recipe of Vitest tests: it wants two requests served, and waits as it is told.
globalThis.runMyClient = async (baseUrl, key) => {
  for (let served = 0; served < 2;) {
    const response = await fetch(`${baseUrl}/pets`, { headers: { Authorization: `Bearer ${key}` } })
    await response.text()
    if (response.ok) served += 1
    else await setTimeout(Number(response.headers.get('Retry-After')) * 1000)
  }
}
