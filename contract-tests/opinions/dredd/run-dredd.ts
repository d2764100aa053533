import { walk, type Walked } from './walk.ts'

export interface DreddOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly key: string
  /** The keys of the world behind the base address, if the service is our mock: the spent quota is restored. */
  readonly control?: KeyControl | undefined
  /** Whether, without such a control, the key's quota is spent to see the 429s. */
  readonly exhaust?: boolean
  /** Takes a line. */
  readonly print: (line: string) => void
}

/** The part of a world's keys that the walk uses, in code or through the control API's client. */
export interface KeyControl {
  get(key: string): Awaitable<{ readonly windows: { readonly minute: { readonly remaining: number } } }>
  /** Sets how many requests the key has left. */
  setRemaining(key: string, left: { readonly minute: number }): Awaitable<unknown>
  /** Ends a ban of the key, and removes its strikes. */
  lift(key: string): Awaitable<unknown>
}

type Awaitable<T> = T | Promise<T>

const TIMEOUT_MS = 10_000

/**
 * Makes Dredd request every documented response, and prints a line for each and a summary. Resolves with the exit code:
 * 0 all as documented, 1 not so, 2 nothing could be said. Rejects with CannotJudge when Dredd is not installed, or the
 * service does not answer or refuses the key.
 */
export async function runDredd(options: DreddOptions): Promise<0 | 1 | 2> {
  const { baseUrl, print } = options
  const walked = await walkService(options)
  for (const { name, result, reason } of walked) {
    print(`${result.padEnd(10)}  ${name}${reason === '' ? '' : `: ${reason}`}`)
  }
  const count = (result: Walked['result']): number => walked.filter((one) => one.result === result).length
  const counts = (['passed', 'failed', 'not walked'] as const).map((result) => `${count(result)} ${result}`)
  print(`${walked.length} documented responses of ${baseUrl}: ${counts.join(', ')}`)
  if (count('failed') > 0) return 1
  return count('passed') > 0 ? 0 : 2
}

async function walkService(options: DreddOptions): Promise<readonly Walked[]> {
  const { baseUrl, key, control, exhaust = false } = options
  const walkUnder = (exceedLimit: ExceedLimit) => walk({ baseUrl, key, timeout: TIMEOUT_MS, exceedLimit })
  if (!control) {
    let spent: Promise<string | undefined> | undefined
    return walkUnder(
      exhaust ? () => (spent ??= spendQuota(baseUrl, key)) : () => Promise.resolve(NOT_ASKED_FOR),
    )
  }
  const { minute } = (await control.get(key)).windows
  try {
    return await walkUnder(async () => {
      await control.setRemaining(key, { minute: 0 })
      // Each operation has a 429 of its own, and a few of them may earn a ban.
      await control.lift(key)
      return undefined
    })
  } finally {
    await control.setRemaining(key, { minute: minute.remaining })
  }
}

type ExceedLimit = () => Promise<string | undefined>

const NOT_ASKED_FOR = 'this needs --exhaust, which spends the quota of the key'
const MOST_REQUESTS = 2_000

/** Asks for the shortest page until the key is over its limit. Returns why that did not happen, where it did not. */
async function spendQuota(baseUrl: string, key: string): Promise<string | undefined> {
  for (let sent = 0; sent < MOST_REQUESTS; sent += 1) {
    const { status, headers } = await fetch(`${baseUrl}/pets?limit=1`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (status === 429) return undefined
    const left = Number(headers.get('x-ratelimit-remaining') ?? 0)
    if (sent + left > MOST_REQUESTS) return `the key has ${left} requests left, more than are sent for this`
  }
  return `the service still answered after ${MOST_REQUESTS} requests`
}
