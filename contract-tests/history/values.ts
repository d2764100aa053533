// The values in the body of a reply, as rules and messages read them.
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { problemText, type Problem } from '../../spec/schema-check.ts'
import { serviceSchemas } from '../../spec/service-schemas.ts'
import { figure, visible } from '../../spec/wording.ts'
import { isSuccess, type RecordedExchange } from './history.ts'

/** A JSON object, whatever its members are. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** Whether the reply to a creation shows a pet, which is there then; that the status is 201 is a clause of its own. */
export function isAdded(exchange: Pick<RecordedExchange, 'status' | 'json'>): boolean {
  const { json } = exchange
  if (!isObject(json) || isError(json)) return false
  return isSuccess(exchange) || (isInt64(json['id']) && typeof json['name'] === 'string')
}

/** Whether listPets has answered a list. */
export function isList({ probe, status, json }: RecordedExchange): boolean {
  return probe.operation === 'listPets' && status === 200 && Array.isArray(json)
}

/** What a list shows in the places of pets. */
export function listed(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : []
}

/** Whether a body is an Error, and no pet: it has no id. */
export function isError(json: unknown): boolean {
  return isObject(json) && !('id' in json) && serviceSchemas.Error(json).length === 0
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

/** The same without what is in its members, by which pages of one form differ: `{"items":[…],"total":7}`. */
export function outline(value: unknown): string {
  if (!isObject(value) || JSON.isRawJSON(value)) return shown(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${folded(member)}`)
  return `{${members.join(',')}}`
}

function folded(value: unknown): string {
  const isFull = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isFull || JSON.isRawJSON(value)) return stringifyJson(value)
  return Array.isArray(value) ? '[…]' : '{…}'
}

const LONGEST = 200
const AROUND = 20

/** A text in quotes; of a long one what stands around the first character that another one has otherwise, and its length. */
export function whereUnlike(text: string, other: string): string {
  const characters = Array.from(text)
  if (characters.length <= LONGEST) return JSON.stringify(text)
  const others = Array.from(other)
  const first = characters.findIndex((one, at) => one !== others[at])
  const at = first < 0 ? characters.length : first
  const [from, to] = [Math.max(0, at - AROUND), at + AROUND]
  const part = JSON.stringify(characters.slice(from, to).join(''))
  const dots = [from > 0 ? '…' : '', to < characters.length ? '…' : '']
  return `${dots.join(part)} (${figure(characters.length)} characters)`
}

/** What is wrong with a value, in words for what came and not for what is due. */
export function actualText(problem: Problem): string {
  return problemText(problem, 'the whole').replace(/ is required$/, ' is missing')
}
