// Ids that a service has passed over: one of them may be that of a pet of which it has said nothing.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { type History, remembering } from './history.ts'
import { isAdded, memberOf } from './values.ts'

// Wider gaps are those of ids that are not given one after the other.
const WIDEST = 9n

/**
 * The ids, as texts, between those of two pets that were added one after the other, where a creation was refused in between; and the
 * one after the last pet's, where one was refused after it. Those of the narrowest gaps come first.
 */
export const skippedIds = remembering(({ exchanges }: Pick<History, 'exchanges'>): readonly string[] => {
  const gaps: { readonly from: bigint; readonly to: bigint }[] = []
  let last: bigint | undefined
  let isRefused = false
  const created = new Set<bigint>()
  for (const { probe, status, json } of exchanges) {
    if (probe.operation !== 'createPet' || probe.base !== undefined) continue
    const id = isAdded({ status, json }) ? idOf(memberOf(json, 'id')) : undefined
    if (id === undefined) {
      isRefused ||= status >= 400 && status < 500
      continue
    }
    if (last !== undefined && isRefused && id > last && id - last <= WIDEST) gaps.push({ from: last, to: id })
    created.add(id)
    last = id
    isRefused = false
  }
  if (last !== undefined && isRefused) gaps.push({ from: last, to: last + 2n })
  const narrowFirst = gaps.toSorted((one, other) => Number(one.to - one.from - (other.to - other.from)))
  const ids = narrowFirst.flatMap(({ from, to }) => {
    return Array.from({ length: Number(to - from) - 1 }, (_none, at) => from + BigInt(at) + 1n)
  })
  return [...new Set(ids)].filter((id) => !created.has(id)).map(String)
})

function idOf(value: unknown): bigint | undefined {
  return isInt64(value) ? BigInt(value) : undefined
}
