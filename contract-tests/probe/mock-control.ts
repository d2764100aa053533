/** What a run asks of the control API, where the service is our mock: what no real service can do. */
export interface MockControl {
  /** Stops the clock; resolves with its time, Unix milliseconds. */
  freeze(): Promise<number>
  /** Moves the clock by milliseconds; resolves with its time. */
  advance(milliseconds: number): Promise<number>
  /** Sets how many requests a key has left in its windows. */
  setRemaining(key: string, left: { readonly minute?: number; readonly day?: number }): Promise<void>
}

/** Speaks to a world's control API; `world` is its address, such as `http://127.0.0.1:4010/_mock/worlds/default`. */
export function mockControl(world: string): MockControl {
  const ask = async (method: string, path: string, body: object): Promise<unknown> => {
    const response = await fetch(world + path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`the mock's control API answers ${response.status}: ${answer}`)
    return JSON.parse(answer)
  }
  return {
    freeze: async () => timeOf(await ask('PUT', '/clock', { frozen: true })),
    advance: async (milliseconds) =>
      timeOf(await ask('POST', '/clock/advance', { seconds: milliseconds / 1000 })),
    setRemaining: async (key, left) => {
      await ask('PUT', `/keys/${encodeURIComponent(key)}/remaining`, left)
    },
  }
}

function timeOf(reading: unknown): number {
  const isReading = typeof reading === 'object' && reading !== null && 'now' in reading
  const time = isReading ? Date.parse(String(reading.now)) : Number.NaN
  if (Number.isNaN(time)) throw new Error(`the mock's clock tells no time: ${JSON.stringify(reading)}`)
  return time
}
