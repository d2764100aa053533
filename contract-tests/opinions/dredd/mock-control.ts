/** The control API of a mock, as far as the walk needs it. */
export interface MockControl {
  /** Leaves the key no request in this minute. Returns why that cannot be done, where it cannot. */
  readonly spend: () => Promise<string | undefined>
  /** Gives the key back what it had before. */
  readonly restore: () => Promise<void>
}

const PATIENCE_MS = 2_000

/** The control API behind a base address, if that is one of our mock's and the mock knows the key. */
export async function findMockControl(baseUrl: string, key: string): Promise<MockControl | undefined> {
  const { origin, pathname } = new URL(baseUrl)
  // Whatever else listens there must not be sent the key in an address, which is what logs keep.
  if (!(await isMock(origin))) return undefined
  const [, world = 'default'] = /^(?:\/([^/]+))?\/v1$/.exec(pathname) ?? []
  const standing = `${origin}/_mock/worlds/${world}/keys/${encodeURIComponent(key)}`
  const before = await minuteRemaining(standing)
  if (before === undefined) return undefined
  const setRemaining = async (minute: number): Promise<string | undefined> => {
    const { status } = await fetch(`${standing}/remaining`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ minute }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return status === 200 ? undefined : `the control API answers ${status}`
  }
  return {
    spend: () => setRemaining(0),
    restore: async () => {
      await setRemaining(before)
    },
  }
}

async function isMock(origin: string): Promise<boolean> {
  const health = await readObject(`${origin}/_mock/health`)
  return health?.['status'] === 'ok' && typeof health['worlds'] === 'number'
}

/** What a key has left in this minute; `undefined` where the mock does not know it. */
async function minuteRemaining(standing: string): Promise<number | undefined> {
  const { windows } = (await readObject(standing)) ?? {}
  const { minute } = (windows ?? {}) as { readonly minute?: { readonly remaining?: unknown } }
  return typeof minute?.remaining === 'number' ? minute.remaining : undefined
}

async function readObject(url: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    const json: unknown = response.ok ? await response.json() : undefined
    return typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}
