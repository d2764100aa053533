// Claims that no single reply shows: whether the exchanges of the run contradict each other as the claim says.
import { wordsOf } from './shape-words.ts'
import { isObject, tryParse } from './values-in.ts'
import type { RunReport } from '../../contract-tests/index.ts'

type Exchange = RunReport['exchanges'][number]

/** Whether a claim that rests on several exchanges is true of them; `undefined` for one that no rule here reads. */
export function isContradicted(
  expected: string,
  actual: string,
  one: Exchange,
  { exchanges }: Pick<RunReport, 'exchanges'>,
): boolean | undefined {
  const before = exchanges.filter(({ id, status }) => id < one.id && status < 300)
  const { due: wanted } = wordsOf(actual, expected)
  const lost = /^pet (\S+) in a list of all pets/.exec(wanted)?.[1]
  if (lost !== undefined && actual.includes(' without ')) {
    const pets = petsIn(one)
    const isShown = before.some((earlier) =>
      petsIn(earlier).some((pet) => String(pet['id']) === lost && isOf(one, pet)),
    )
    return isShown && pets.length < limitOf(one) && pets.every(({ id }) => String(id) !== lost)
  }
  const [, id = '', field = '', value] = /^pet (\S+) with (\w+) (.+), as before$/.exec(wanted) ?? []
  if (value !== undefined) {
    const states = (exchange: Exchange): readonly string[] =>
      petsIn(exchange)
        .filter((pet) => String(pet['id']) === id)
        .map((pet) => (field in pet ? JSON.stringify(pet[field]) : 'missing'))
    return (
      before.some((earlier) => states(earlier).includes(value)) && states(one).some((now) => now !== value)
    )
  }
  const most = /^([\d,]+) pets?: the limit is /.exec(wanted)?.[1]
  if (most !== undefined) {
    const count = Number(most.replaceAll(',', ''))
    const seen = new Set(
      before.flatMap((list) => petsIn(list).filter((pet) => isOf(one, pet))).map(({ id }) => String(id)),
    )
    return petsIn(one).length < count && count <= limitOf(one) && seen.size >= count
  }
  const figure = /^X-RateLimit-Limit (\S+)$/.exec(actual)?.[1]
  if (figure === undefined || one.headers[LIMIT] !== figure) return undefined
  if (/^one of .*custom/.test(expected)) return !/^[1-9]\d*$/.test(figure)
  // A plan has two figures.
  if (expected !== 'one figure for the minute and one for the day') return undefined
  const own = exchanges.filter(
    ({ caller, id, headers }) => caller === one.caller && id <= one.id && LIMIT in headers,
  )
  return new Set(own.map(({ headers }) => headers[LIMIT])).size > 2
}

const LIMIT = 'x-ratelimit-limit'

type Pet = Readonly<Record<string, unknown>>

function petsIn({ method, path, body }: Exchange): readonly Pet[] {
  const json = method === 'GET' || path === '/pets' ? tryParse(body) : undefined
  const all: readonly unknown[] = Array.isArray(json) ? json : [json]
  return all.filter(isObject)
}

/** Whether a list that is filtered by status has a place for a pet. */
function isOf({ path }: Exchange, { status }: Pet): boolean {
  const asked = new URL(`http://x${path}`).searchParams.get('status')
  return asked === null || asked === status
}

function limitOf({ path }: Exchange): number {
  return Number(new URL(`http://x${path}`).searchParams.get('limit') ?? 20)
}
