import { isDateTime } from '../../../spec/date-time.ts'
import { isInt64 } from '../../../spec/exact-json/int64.ts'
import { inputCheck } from '../../../spec/input-check.ts'
import { problemText, within, type Problem } from '../../../spec/schema-check.ts'
import { throwInvalid } from './control-error.ts'
import { validators } from './generated/validators.ts'

const compiled = validators(isInt64, isDateTime)

/** An input of the control API, such as `addKey.body`, or what a program hands to a mock. */
export type InputName = keyof typeof compiled

/** The operations of the control API, by the names that its document gives them. */
export type InputId = InputName extends infer Name ? (Name extends `${infer Id}.body` ? Id : never) : never

/** The input of an operation. */
export interface Given {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
}

/**
 * The problems of a value by the schema of an input, in one line; `undefined` if there are none. Without a `place`, the value is
 * called `whole`.
 */
export function inputProblem(name: InputName, value: unknown, whole: string, place = ''): string | undefined {
  const problems = inputCheck(compiled[name])(value).slice(0, MOST_REPORTED)
  if (problems.length === 0) return undefined
  const sentences = new Set(problems.map((problem) => sentence(problem, whole, place)))
  return [...sentences].join('; ').replaceAll('?; ', '? ')
}

const MOST_REPORTED = 5

function sentence({ path, message, hint = '' }: Problem, whole: string, place: string): string {
  return (
    problemText({ path: within(place, path.slice(0, 100)), message }, whole) + (hint === '' ? '' : `.${hint}`)
  )
}

// TypeScript refuses most of these values. A test in plain JavaScript, or a cast value, must be refused too.

/**
 * Throws a ControlError for the same inputs, and with the same words, as the operation of the control API. Path and query are
 * only checked if they are given.
 */
export function checkInput(id: InputId, { path, query, ...rest }: Given, whole = 'The argument'): void {
  if (path) checkNamed(`${id}.path`, { world: 'default', ...path }, 'It')
  if (query !== undefined) checkNamed(`${id}.query`, query, 'It')
  if (!('body' in rest)) return
  if (rest.body === undefined) throwInvalid('An argument is required: an object')
  checkNamed(`${id}.body`, rest.body, whole)
}

/** Refuses a value that does not fit the schema of its name; throws a ControlError. */
export function checkNamed(name: InputName, value: unknown, whole: string): void {
  const problem = inputProblem(name, value, whole)
  if (problem !== undefined) throwInvalid(problem)
}

/** Throws a ControlError for an option that only another function has, which `where` names. */
export function refuseOptions(options: object | null, names: readonly string[], where: string): void {
  const other = names.find((name) => Reflect.get(Object(options), name) !== undefined)
  if (other !== undefined) throwInvalid(`${other} is not known: ${where} has it`)
}

/** Throws a ControlError if the value is not a listener. */
export function checkListener(listener: unknown): void {
  checkNamed('Listener', { listener }, 'It')
}
