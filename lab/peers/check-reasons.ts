// Whether what a report says in words is so, by the exchanges that it holds: written from the texts, and with nothing of the suite.
import type { RunReport } from '../../contract-tests/index.ts'
import { tryParse } from './values-in.ts'

type Exchange = RunReport['exchanges'][number]

/** Whether a reason for which something was not verified, or not observed, is so; `undefined` where no rule reads it. */
export function isReasonTrue(reason: string, report: RunReport): boolean | undefined {
  for (const [pattern, isSo] of RULES) {
    const match = pattern.exec(reason)
    if (match) return isSo(report, match.slice(1))
  }
  return undefined
}

type Rule = (report: RunReport, parts: readonly string[]) => boolean

const RULES: readonly (readonly [pattern: RegExp, isSo: Rule])[] = [
  [
    /^depends on: (?:another test of )?(\S+)$/,
    ({ clauses }, [id]) => clauses.some((one) => one.id === id && !isHeld(one)),
  ],
  [
    /^wait too long: ([\d,]+) (s|days|years) are needed(?: until [^,]+)?, 0 s are left of --max-wait$/,
    isWaitOf,
  ],
  [/^precondition missing: (no exchange of this run shows it)/, (report) => !some(report, hasLimits)],
  [
    /: a reply with the rate-limit headers \(LIMIT-1\)$/,
    (report) => !some(report, (one) => isKeys(one) && hasLimits(one)),
  ],
  [/: the rate-limit headers \(LIMIT-1\)$/, (report) => some(report, (one) => !hasFigures(one))],
  [
    /: a request that was served, with a Reset that is a time$/,
    (report) => !some(report, (one) => isServed(one) && hasTime(one)),
  ],
  [
    /: an X-RateLimit-Remaining and -Reset in numbers$/,
    (report) => !some(report, (one) => isKeys(one) && hasFigures(one)),
  ],
  [
    /: an X-RateLimit-Reset in the replies with a key and without$/,
    (report) =>
      [isKeys, isNobodys].some((isOne) =>
        some(report, (one) => isOne(one) && isList(one) && !hasFigures(one)),
      ),
  ],
  [
    /: two (?:requests|replies) (?:in a row )?(?:that were served )?with the same X-RateLimit-Reset$/,
    (report) => some(report, isKeys) && inRow(report).every(([before, one]) => reset(before) !== reset(one)),
  ],
  [
    /: a Remaining that falls with each request: it is (\d+), after (\d+)$/,
    (report, [now, then]) =>
      inRow(report).some(([before, one]) => left(before) === then && left(one) === now),
  ],
  [
    /: the first requests came at a full minute,/,
    (report) =>
      [isKeys, isNobodys].every((isOne) =>
        report.exchanges.filter(isOne).slice(0, 1).every(isNearFullMinute),
      ),
  ],
  [
    /: it could be the minute, or the one with the fewest left$/,
    (report) =>
      !some(report, (one) => hasTime(one) && Number(reset(one)) - timeOf(one) / 1000 > LONGEST_MINUTE_S),
  ],
  [
    /: the plan of the key \(--plan\)/,
    (report) => !some(report, (one) => PLANS.has(one.headers['x-ratelimit-limit'] ?? '')),
  ],
  [
    /: a 405: PATCH \/pets is answered (\d+)$/,
    (report, [status]) => some(report, (one) => one.method === 'PATCH' && `${one.status}` === status),
  ],
  [
    /: a pet in category (-?\d+), which the service refuses: ([^]*)$/,
    (report, [category, body = '']) =>
      some(
        report,
        (one) =>
          isCreation(one) &&
          one.status === 400 &&
          sent(one).includes(`"categoryId":${category}`) &&
          isQuoted(one, body),
      ),
  ],
  [
    /: a body that the service accepts; it refuses (\{[^]*\}): ([^]*)$/,
    (report, [body = '', why = '']) =>
      some(
        report,
        (one) => isCreation(one) && one.status === 400 && sent(one) === body && isQuoted(one, why),
      ),
  ],
  [
    /: a list of more than (\d+) pets$/,
    (report, [most]) => !some(report, (one) => listed(one).length > Number(most)),
  ],
  [/: an available pet behind pets of another status$/, (report) => !some(report, hasAvailableBehind)],
  [
    /: a creation that was answered 429$/,
    (report) => !some(report, (one) => isCreation(one) && one.status === 429),
  ],
  [
    /: a creation over the limit$/,
    (report) => !some(report, (one) => isCreation(one) && isKeys(one) && one.status === 429),
  ],
  [
    /: a key that the list refuses$/,
    (report) => some(report, (one) => isNobodys(one) && isList(one) && one.status === 200),
  ],
  [
    /: creations without a valid key that are answered 401$/,
    (report) => some(report, (one) => isCreation(one) && isNobodys(one) && one.status !== 401),
  ],
  [
    /: a body that was refused$/,
    (report) => !some(report, (one) => isCreation(one) && isKeys(one) && one.status === 400),
  ],
  [
    /: a new pet with a valid (\w+)$/,
    (report, [field = '']) =>
      some(
        report,
        (one) => one.status === 201 && new RegExp(`"${field}":`).test(one.body) && sent(one) !== '',
      ),
  ],
  [
    /: (?:a ban: the service bans nobody who goes on a little|no ban was earned)$/,
    (report) =>
      report.exchanges.filter(({ caller, status }) => caller === 'second key' && status === 429).length >=
      MANY_REFUSALS,
  ],
  [/: refusals that end together: one that ends sooner may be a ban/, waitsGetShorter],
  [
    /: a key that nobody revokes meanwhile$/,
    (report) => some(report, (one) => isKeys(one) && (one.status === 401 || one.status === 403)),
  ],
  [
    /: a pet that was there before the run, and with it a category in use$/,
    (report) => listed(report.exchanges.find(isList)).length === 0,
  ],
  [/: (\d+) pets that the run had added before it read the list$/, hasTooFewBeforeLists],
  [/: a window that does not end while the key goes on$/, wasServedAgain],
]

/** Whether the second key was served after it had been refused over the limit. */
function wasServedAgain({ exchanges }: RunReport): boolean {
  const own = exchanges.filter(({ caller }) => caller === 'second key')
  const refused = own.findIndex(({ status }) => status === 429)
  return refused >= 0 && own.slice(refused).some(({ status }) => status !== 429)
}

/** Whether the second key was asked to wait for seconds, and later for some less than had passed. */
function waitsGetShorter({ exchanges }: RunReport): boolean {
  const ends = exchanges
    .filter(({ caller, status }) => caller === 'second key' && status === 429)
    .map((one) => timeOf(one) / 1000 + Number(one.headers['retry-after']))
  return ends.some((end, at) => end < (ends[at - 1] ?? 0) - 2)
}

const PLANS = new Set(['60', '300', '1000', '5000', '10000', '100000', '1000000'])
const MINUTE_S = 60
const LONGEST_MINUTE_S = 70
const CLOCKS_S = 6
const MANY_REFUSALS = 10
const MARGIN_S = 3
const DAY_S = 86_400
const UNITS_S: Readonly<Record<string, number>> = { days: DAY_S, years: 365 * DAY_S }
const REMOVAL_S = Date.UTC(2030, 11, 5) / 1000
/** How far into a new window the suite waits, at most. */
const INTO_S = 7

/** A wait until a Reset, a Retry-After or the removal of getPet began during the run. */
function isWaitOf(
  { exchanges, startedAt, milliseconds }: RunReport,
  [count = '', unit]: readonly string[],
): boolean {
  const seconds = UNITS_S[unit ?? ''] ?? 1
  const length = Number(count.replaceAll(',', '')) * seconds
  const from = Date.parse(startedAt) / 1000
  const until = from + milliseconds / 1000
  const ends = exchanges.flatMap((one) => {
    const wait = one.headers['retry-after'] ?? ''
    const end = /^\d/.test(wait) ? timeOf(one) / 1000 + Number(wait) : Date.parse(wait) / 1000
    return [Number(reset(one)), end, timeOf(one) / 1000]
  })
  const isWithin = (end: number, slack: number): boolean =>
    end - length >= from - slack - MARGIN_S && end - length <= until + slack + MARGIN_S
  if (seconds > 1) return isWithin(REMOVAL_S, seconds)
  return ends.some((end) => isWithin(end, INTO_S))
}

function isHeld({ verdict, tests }: RunReport['clauses'][number]): boolean {
  return verdict === 'held' && tests.every((test) => test.verdict === 'held')
}

function some({ exchanges }: RunReport, isOne: (one: Exchange) => boolean): boolean {
  return exchanges.some(isOne)
}

function isKeys({ caller }: Exchange): boolean {
  return caller !== 'nobody'
}

function isNobodys({ caller }: Exchange): boolean {
  return caller === 'nobody'
}

function isServed(one: Exchange): boolean {
  return isKeys(one) && one.status >= 200 && one.status < 300
}

function isList({ method, path }: Exchange): boolean {
  return method === 'GET' && /^\/pets(\?|$)/.test(path)
}

function isCreation({ method, path }: Exchange): boolean {
  return method === 'POST' && path === '/pets'
}

function sent({ record }: Exchange): string {
  return record?.body ?? ''
}

/** Whether a reply says what is quoted of it: the message of its Error, or else its body. */
function isQuoted({ body }: Exchange, quoted: string): boolean {
  const message: unknown = (tryParse(body) as { message?: unknown } | undefined)?.message
  return (typeof message === 'string' ? message : body).startsWith(quoted)
}

function listed(one: Exchange | undefined): readonly unknown[] {
  const json = one !== undefined && isList(one) && one.status === 200 ? tryParse(one.body) : []
  return Array.isArray(json) ? json : []
}

/** Whether a page of one pet, filtered after it is cut, would lack one. */
function hasAvailableBehind(one: Exchange): boolean {
  const statuses = one.path.includes('status=')
    ? []
    : listed(one).map((pet) => String((pet as { status?: unknown }).status))
  return (
    one.caller === 'key' &&
    !statuses.slice(0, FIRST_PETS).includes('available') &&
    statuses.includes('available')
  )
}

const FIRST_PETS = 5

function hasTooFewBeforeLists({ exchanges }: RunReport, [fewest]: readonly string[]): boolean {
  const lists = exchanges.filter((one) => isList(one) && one.caller === 'key' && one.status === 200)
  return lists.some(({ id }) => {
    const before = exchanges.filter((one) => isCreation(one) && one.status === 201 && one.id < id)
    return before.length > 0 && before.length < Number(fewest)
  })
}

function reset({ headers }: Exchange): string | undefined {
  return headers['x-ratelimit-reset']
}

function left({ headers }: Exchange): string | undefined {
  return headers['x-ratelimit-remaining']
}

function hasLimits({ headers }: Exchange): boolean {
  return 'x-ratelimit-limit' in headers
}

function hasFigures(one: Exchange): boolean {
  return [left(one), reset(one)].every((value) => /^-?\d+(\.\d+)?$/.test(value ?? ''))
}

function hasTime(one: Exchange): boolean {
  return /^\d+$/.test(reset(one) ?? '') && Math.abs(Number(reset(one)) - timeOf(one) / 1000) < 2 * DAY_S
}

function timeOf({ record }: Exchange): number {
  return Date.parse(record?.received ?? '')
}

function isNearFullMinute(one: Exchange): boolean {
  const second = (timeOf(one) / 1000) % MINUTE_S
  return Math.min(second, MINUTE_S - second) <= CLOCKS_S
}

/** Each two exchanges of a key, one right after the other, that were both served with figures. */
function inRow({ exchanges }: RunReport): readonly (readonly [Exchange, Exchange])[] {
  return ['key', 'second key'].flatMap((caller) => {
    const own = exchanges.filter((one) => one.caller === caller && one.status !== 429)
    return own.flatMap((one, at) => {
      const before = own[at - 1]
      return before === undefined || !hasLimits(before) ? [] : [[before, one] as const]
    })
  })
}
