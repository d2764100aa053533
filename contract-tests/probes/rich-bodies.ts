import { petStatuses } from '../../spec/operations.ts'
import type { ContractSettings } from '../engine/settings.ts'

/** Integers that a double cannot distinguish from their neighbours, and both ends of int64, the least of which a double can. */
export const BEYOND_DOUBLES = 9007199254740993n
export const BELOW_DOUBLES = -BEYOND_DOUBLES
export const LEAST = -(2n ** 63n)
export const GREATEST = 2n ** 63n - 1n

/** Members of a new pet that stand in one body, by its status, so that a pet shows several things at once. */
export function richBodies({ mark }: Pick<ContractSettings, 'mark'>) {
  return {
    available: {
      status: 'available',
      name: anyName(mark, ' '),
      categoryId: BEYOND_DOUBLES,
      colour: 'blue',
    },
    pending: { status: 'pending', categoryId: BELOW_DOUBLES },
    sold: { status: 'sold', categoryId: GREATEST },
  } as const satisfies Readonly<Record<(typeof petStatuses)[number], object>>
}

/** The same of a pet that is added without a status: a category that careless code takes for none. */
export const PLAIN = { categoryId: 0 } as const

/** The name of the first one, with control characters in it, which a service may refuse: many a writer of JSON knows some of them. */
export function controlledName({ mark }: Pick<ContractSettings, 'mark'>): string {
  return anyName(mark, '\u0007\t')
}

// Markup, quotes, what a URL decodes, a colon, a letter with its accent apart (Unicode TR 15), two blanks, two letters beyond 16
// bits, and blanks around, which may be trimmed.
function anyName(mark: string, between: string): string {
  return ` ${mark}${between}<b>&amp;"'\\/%41+:Zoe\u0308  🐈𐐷 `
}

/** Whether all that one object says, and it says something, the other says too. */
export function isPartOf(part: object, whole: object): boolean {
  const members = Object.entries(part)
  const all = new Map<string, unknown>(Object.entries(whole))
  return members.length > 0 && members.every(([name, value]) => all.get(name) === value)
}
