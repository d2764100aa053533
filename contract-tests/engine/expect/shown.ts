import { stringifyJson } from '../../../spec/index.ts'

/** A value of a body as a message shows it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? value : stringifyJson(value)
}
