const MOST_REQUESTS = 2_000

/** Asks for the shortest page until the key is over its limit. Returns why that did not happen, where it did not. */
export async function spendAllowance(
  baseUrl: string,
  key: string,
  timeout: number,
): Promise<string | undefined> {
  for (let sent = 0; sent < MOST_REQUESTS; sent += 1) {
    const { status, headers } = await fetch(`${baseUrl}/pets?limit=1`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(timeout),
    })
    if (status === 429) return undefined
    const left = Number(headers.get('x-ratelimit-remaining') ?? 0)
    if (sent + left > MOST_REQUESTS) return `the key has ${left} requests left, more than are sent for this`
  }
  return `the service still answered after ${MOST_REQUESTS} requests`
}
