/** Accounts (one per API key), their request windows and their temporary bans. */

const WINDOWS = { minute: 60_000, day: 86_400_000 } as const
type WindowName = keyof typeof WINDOWS

const PLANS = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1_000, day: 100_000 },
  enterprise: { minute: 5_000, day: 1_000_000 },
} as const satisfies Record<string, Record<WindowName, number>>

/** So many refusals without an answered request in between bring the ban. */
const REFUSALS_BEFORE_BAN = 20
const BAN_MS = 180_000

export interface Account {
  readonly key: string
  readonly allowance: Record<WindowName, number>
  windows: Record<WindowName, { left: number; endsAt: number }>
  refusals: number
  bannedUntil: number
}

/** What the rate-limit headers tell. */
export interface Quota {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds, rounded up: at that second the limit has been reset. */
  readonly reset: number
  readonly policy?: string
}

export type RefusalReason = WindowName | 'ban'
export type Verdict = { quota: Quota; refused?: RefusalReason }

const toSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000)
const closed = (): Account['windows'] => ({ minute: { left: 0, endsAt: 0 }, day: { left: 0, endsAt: 0 } })

/** Reads `key:plan[,key:plan...]`; for `enterprise` also `key:enterprise:<per minute>:<per day>`. */
export function parseAccounts(list: string): Account[] {
  return list.split(',').map((entry) => entry.trim()).filter(Boolean).map((entry) => {
    const match = /^(\S+?):(free|pro|business|enterprise)(?::(\d+):(\d+))?$/.exec(entry)
    const [, key, plan, minute, day] = match ?? []
    if (!key || !plan || (minute && plan !== 'enterprise')) {
      throw new Error(`KEYS: cannot read an entry for plan "${plan ?? 'unknown'}"`)
    }
    const allowance = { ...PLANS[plan as keyof typeof PLANS] } as Record<WindowName, number>
    if (minute && day) Object.assign(allowance, { minute: Number(minute), day: Number(day) })
    return { key, allowance, windows: closed(), refusals: 0, bannedUntil: 0 }
  })
}

export class Limiter {
  readonly #accounts: Map<string, Account>
  readonly #now: () => number

  constructor(accounts: Account[], now: () => number) {
    this.#accounts = new Map(accounts.map((account) => [account.key, account]))
    this.#now = now
  }

  find(key: string | undefined): Account | undefined {
    return key === undefined ? undefined : this.#accounts.get(key)
  }

  /** Counts one request of the account, or refuses it. */
  take(account: Account): Verdict {
    const now = this.#now()
    this.#open(account, now)
    const { minute, day } = account.windows
    if (now < account.bannedUntil) return { quota: this.standing(account), refused: 'ban' }
    if (minute.left > 0 && day.left > 0) {
      minute.left -= 1
      day.left -= 1
      account.refusals = 0
      return { quota: this.standing(account) }
    }
    account.refusals += 1
    if (account.refusals >= REFUSALS_BEFORE_BAN) {
      account.refusals = 0
      account.bannedUntil = now + BAN_MS
      return { quota: this.standing(account), refused: 'ban' }
    }
    return { quota: this.standing(account), refused: day.left === 0 ? 'day' : 'minute' }
  }

  /**
   * Where the caller stands, without counting anything: the window with the fewest requests left,
   * among equals the one that ends last. Nobody without a valid key has any requests.
   */
  standing(account: Account | undefined): Quota {
    const now = this.#now()
    if (!account) return { limit: 0, remaining: 0, reset: toSeconds(now - (now % WINDOWS.minute) + WINDOWS.minute) }
    const views = (Object.keys(WINDOWS) as WindowName[]).map((name) => {
      const { left, endsAt } = account.windows[name]
      const limit = account.allowance[name]
      return now < endsAt ? { limit, left, endsAt } : { limit, left: limit, endsAt: now + WINDOWS[name] }
    })
    const tightest = views.reduce((a, b) => (b.left < a.left || (b.left === a.left && b.endsAt > a.endsAt) ? b : a))
    const banned = now < account.bannedUntil
    const blockedUntil = views.filter(({ left }) => left === 0).map(({ endsAt }) => endsAt)
    return {
      limit: tightest.limit,
      remaining: banned ? 0 : tightest.left,
      reset: toSeconds(banned ? Math.max(account.bannedUntil, ...blockedUntil) : tightest.endsAt),
      policy: (Object.keys(WINDOWS) as WindowName[])
        .map((name) => `"${name}";q=${account.allowance[name]};w=${WINDOWS[name] / 1_000}`).join(', '),
    }
  }

  setRemaining(account: Account, left: Partial<Record<WindowName, number>>): void {
    this.#open(account, this.#now())
    for (const name of Object.keys(WINDOWS) as WindowName[]) {
      const wanted = left[name]
      if (wanted !== undefined) account.windows[name].left = Math.min(wanted, account.allowance[name])
    }
  }

  reset(): void {
    for (const account of this.#accounts.values()) {
      account.windows = closed()
      account.refusals = 0
      account.bannedUntil = 0
    }
  }

  /** A window opens with the first request after the end of the one before. */
  #open(account: Account, now: number): void {
    for (const name of Object.keys(WINDOWS) as WindowName[]) {
      if (now < account.windows[name].endsAt) continue
      account.windows[name] = { left: account.allowance[name], endsAt: now + WINDOWS[name] }
    }
  }
}
