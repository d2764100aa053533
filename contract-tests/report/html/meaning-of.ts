import { choosable, numbersOf } from '../../../spec/index.ts'

/** What a variant of an open point means; its numbers stand where the document of the open points has capital letters. */
export function meaningOf(id: string, variant: string): string | undefined {
  const point = choosable.find((one) => one.id === id)
  const entries = Object.entries(point?.variants ?? {})
  return entries.find(([name]) => numbersOf(name, variant))?.[1]
}
