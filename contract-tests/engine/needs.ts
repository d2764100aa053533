/** What a test may need besides a base address and a key. */
export const needs = [
  'writes',
  'second key',
  'second base address',
  'going over the limit',
  'a day’s allowance',
  'a ban',
  'a clock',
  'generated bodies',
] as const
export type Need = (typeof needs)[number]
