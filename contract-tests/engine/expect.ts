import { isInt64 } from '../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { visible } from '../../spec/wording.ts'
import type { Exchange } from './exchange.ts'
import { Breach, WrongStatus } from './verdicts.ts'

/** Holds an exchange to whatever its check works out by itself. */
export function expectThat(holds: boolean, expected: string, actual: string, exchange: Exchange): void {
  if (!holds) throw new Breach(expected, actual, exchange)
}

/** Holds a reply to one of several statuses. */
export function expectStatus(exchange: Exchange, ...lawful: readonly number[]): void {
  if (!lawful.includes(exchange.status)) throw wrongStatus(exchange, ...lawful)
}

export function wrongStatus(exchange: Exchange, ...lawful: readonly number[]): Breach {
  const expected = lawful.map((status) => `status ${status}`)
  return new WrongStatus(expected, `status ${exchange.status}`, exchange)
}

/** A JSON object, whatever its members are. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** Whether the reply to a creation shows a pet, which is there then; that the status is 201 is a clause of its own. */
export function isAdded({ status, json }: Exchange): boolean {
  const isSuccess = status >= 200 && status < 300
  return isObject(json) && (isSuccess || (isInt64(json['id']) && typeof json['name'] === 'string'))
}

/** A member of a JSON object; `undefined` if the value is not an object. */
export function memberOf(json: unknown, name: string): unknown {
  return isObject(json) ? json[name] : undefined
}

/** A value of a body as a text, which is the same for the same value: a string as it is, all else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  // Ids above all, thousands of times a run.
  if (isInt64(value)) return String(value)
  return value === undefined ? 'undefined' : stringifyJson(value)
}

/** The id of a pet as a text, whatever it is. */
export function idText(pet: unknown): string {
  return textOf(memberOf(pet, 'id'))
}

/** A value of a body as a message shows it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? visible(value) : stringifyJson(value)
}
