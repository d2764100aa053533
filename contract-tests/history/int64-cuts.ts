// How an integer comes back that was stored in too few bits.
import type { Int64 } from '../../spec/exact-json/int64.ts'

/** Whether two categories differ as they do where one was stored as a double, in 32 bits or without its sign. */
export function isInexact(one: Int64, other: Int64): boolean {
  const both = [BigInt(one), BigInt(other)] as const
  return (
    typeof one === 'bigint' ||
    one === Number(other) ||
    both.some((whole) => cutsOf(whole).some((cut) => both.includes(cut)))
  )
}

/** What is left of an integer that is stored in too few bits; its sign alone may be lost where it fits. */
function cutsOf(whole: bigint): readonly bigint[] {
  const [least, greatest] = [-(2n ** 31n), 2n ** 31n - 1n]
  const end = whole < 0n ? least : greatest
  const cuts = [-whole, BigInt.asIntN(32, whole), BigInt.asUintN(32, whole), end]
  // What is cut to itself is not cut.
  return (whole >= least && whole <= greatest ? [-whole] : cuts).filter((cut) => cut !== whole)
}
