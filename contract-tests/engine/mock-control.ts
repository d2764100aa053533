/** What a run asks of the control API, where the service is our mock: what no real service can do. */
export interface MockControl {
  /** Stops the clocks; resolves with the time of the first world, Unix milliseconds. */
  freeze(): Promise<number>
  /** Moves the clocks by milliseconds; resolves with the time of the first world. */
  advance(milliseconds: number): Promise<number>
  /** Sets how many requests a key has left in its windows in the first world. */
  setRemaining(key: string, left: { readonly minute?: number; readonly day?: number }): Promise<void>
}

/** Speaks to the control API of worlds; each is an address such as `http://127.0.0.1:4010/_mock/worlds/default`. */
export function mockControl(worlds: readonly [string, ...string[]]): MockControl {
  const ask = async (world: string, method: string, path: string, body: object): Promise<unknown> => {
    const response = await fetch(world + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`the mock's control API answers ${response.status}: ${answer}`)
    return JSON.parse(answer)
  }
  const onClocks = async (method: string, path: string, body: object): Promise<number> => {
    const [first] = await Promise.all(worlds.map((world) => ask(world, method, path, body)))
    return timeOf(first)
  }
  return {
    freeze: () => onClocks('PUT', '/clock', { frozen: true }),
    advance: (milliseconds) => onClocks('POST', '/clock/advance', { seconds: milliseconds / 1000 }),
    setRemaining: async (key, left) => {
      await ask(worlds[0], 'PUT', `/keys/${encodeURIComponent(key)}/remaining`, left)
    },
  }
}

function timeOf(reading: unknown): number {
  const isReading = typeof reading === 'object' && reading !== null && 'now' in reading
  const time = isReading ? Date.parse(String(reading.now)) : Number.NaN
  if (Number.isNaN(time)) throw new Error(`the mock's clock tells no time: ${JSON.stringify(reading)}`)
  return time
}
