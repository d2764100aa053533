// The client that recipes of docs/integrations.md and the README take for granted. It wants two requests served, and honours
// Retry-After.
declare global {
  var runMyClient: (baseUrl: string, key: string) => Promise<void>
}

globalThis.runMyClient = async (baseUrl, key) => {
  for (let served = 0; served < 2;) {
    const response = await fetch(`${baseUrl}/pets`, { headers: { Authorization: `Bearer ${key}` } })
    await response.text()
    if (response.ok) served += 1
    else {
      const seconds = Number(response.headers.get('Retry-After'))
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }
}

export {}
