import { NotVerified } from '../not-verified.ts'
import type { Exchange } from '../exchange.ts'

/** The variant that goes with the status of a reply; not observed for any other status. */
export function byStatus({ status }: Exchange, variants: Readonly<Record<number, string>>): string {
  return variants[status] ?? unseen(`the answer ${status} is none of the variants`)
}

/** Says why a variant cannot be told; it is never guessed. */
export function unseen(why: string): never {
  throw new NotVerified('precondition missing', why)
}

/** A member of a JSON object; `undefined` where the value is none. */
export function memberOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null
    ? (json as Readonly<Record<string, unknown>>)[name]
    : undefined
}
