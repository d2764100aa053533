// How what was seen becomes the variant of an open point, or `other` with what was seen.
import { other, type Seen } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { missing } from '../engine/verdicts.ts'
import { givenKeyTaken } from './given.ts'
import { affordable } from './requests.ts'
import { refusesKey } from '../history/history.ts'
import { isOfGatewayStatus } from '../history/unavailable.ts'

const MOST_OF_BODY = 60

/** The variant that goes with the status of a reply. */
export async function byStatus(
  run: Run,
  reply: Exchange,
  variants: Readonly<Record<number, string>>,
): Promise<Seen> {
  const variant = variants[reply.status]
  if (variant !== undefined) return variant
  givenAnswer(reply)
  if (refusesKey(reply)) await givenKeyTaken(run)
  return other(described(reply))
}

/** Throws where a gateway may have answered in the place of the service. */
export function givenAnswer(reply: Exchange): void {
  if (isOfGatewayStatus(reply)) missing(`an answer: ${described(reply)}`)
}

/** `status 422 for GET /pets?limit=0`. */
export function described({ status, probe: { method, path, body = '' } }: Exchange): string {
  const content = body.length > MOST_OF_BODY ? `${body.slice(0, MOST_OF_BODY)}…` : body
  return `status ${status} for ${method} ${path}${content === '' ? '' : ` with ${content}`}`
}

/** What all of several questions show that are the same one; where they differ, what each shows. */
export function agreed(all: readonly { readonly of: string; readonly seen: Seen }[]): Seen {
  const variants = new Set(all.map(({ seen }) => variantOf(seen)))
  const [first] = all
  if (first === undefined) return missing('anything that was seen')
  if (variants.size === 1 && typeof first.seen === 'string') return first.seen
  return other(all.map(({ of, seen }) => `${of}: ${withoutName(of, inWords(seen))}`).join('; '))
}

/** What was seen, without the request at its end that a name says already. */
function withoutName(of: string, seen: string): string {
  const at = seen.lastIndexOf(' for ')
  return at >= 0 && seen.endsWith(of) ? seen.slice(0, at) : seen
}

/**
 * What a service shows for values that ask the same question, each named by what stands before it and itself: all of them
 * where there is room in the minute, or a key to spare; else the first alone, and that is said.
 */
export async function ofSeveral<Value extends string | number>(
  run: Run,
  values: readonly Value[],
  before: string,
  ask: (value: Value) => Promise<Seen>,
): Promise<Seen> {
  const all: { of: string; seen: Seen }[] = []
  for (const value of affordable(run, values)) all.push({ of: `${before}${value}`, seen: await ask(value) })
  const seen = agreed(all)
  const isAll = all.length === values.length || typeof seen !== 'string'
  return isAll
    ? seen
    : { variant: seen, detail: `by ${all[0]?.of} alone; a second key or --thorough asks more`, isPart: true }
}

/** The one variant that fits what was seen; none of them, or more than one, is not guessed. */
export function fitting(variants: readonly string[], seen: string, tooLittle: string): Seen {
  const [first, second] = variants
  if (first === undefined) return other(seen)
  return second === undefined ? first : missing(tooLittle)
}

function variantOf(seen: Seen): string {
  return typeof seen === 'string' ? seen : seen.variant
}

function inWords(seen: Seen): string {
  return typeof seen === 'string' ? seen : seen.detail
}
