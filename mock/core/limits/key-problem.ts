import { didYouMean, planIds, plans } from '../../../spec/index.ts'
import type { KeySpec } from './caller.ts'

const MOST_REQUESTS = 1_000_000_000
// RFC 6750 §2.1 (b64token), which is what an Authorization header can carry.
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

/** What is wrong with a key as someone asks for it, in a sentence; `undefined` when nothing is. */
export function keyProblem(spec: unknown): string | undefined {
  if (typeof spec !== 'object' || spec === null) return 'A key is an object with a key and a plan'
  const { key, plan, perMinute, perDay }: { readonly [Name in keyof KeySpec]?: unknown } = spec
  if (typeof key !== 'string' || key.length > 200 || !TOKEN.test(key)) {
    return 'A key is 1 to 200 letters, digits and any of -._~+/, with = at its end only'
  }
  const known = plans.find(({ id }) => id === plan)
  if (!known) {
    const near = didYouMean(String(plan), planIds)
    return `There is no plan ${JSON.stringify(plan)}.${near} The plans: ${planIds.join(', ')}`
  }
  for (const [name, figure] of Object.entries({ perMinute, perDay })) {
    if (figure === undefined) continue
    if (known.perMinute !== 'custom')
      return `The plan ${known.id} has its own figures; ${name} goes with enterprise`
    if (!Number.isInteger(figure) || Number(figure) < 1 || Number(figure) > MOST_REQUESTS) {
      return `${name} must be a whole number from 1 to ${MOST_REQUESTS}`
    }
  }
  return undefined
}

/** Says that a key is not among those that are known, and which one it resembles. */
export function noSuchKey(known: Iterable<string>, key: string): string {
  return `There is no key ${JSON.stringify(key.slice(0, 60))}.${didYouMean(key, [...known])}`
}
