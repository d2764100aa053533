import { problemText, type Problem } from '../../../spec/schema-check.ts'
import { valueProblems, type ValueSchema } from '../../../spec/value-problems.ts'
import { throwInvalid } from './control-error.ts'
import { inputs } from './generated/inputs.ts'

/** The operations of the control API, by the names that its document gives them. */
export type InputId = keyof typeof inputs.operations

/** What an operation is given. */
export interface Given {
  readonly path?: object
  readonly query?: object
  readonly body?: unknown
}

const schemas: Readonly<Record<string, ValueSchema>> = inputs.schemas

/** An operation's schemas of the document. */
export function inputOf(id: InputId): {
  readonly path: ValueSchema
  readonly query: ValueSchema
  readonly body: ValueSchema
  readonly takesBody: boolean
} {
  return inputs.operations[id]
}

/** What is wrong with a value by a schema of the document, in one line; `undefined` when nothing is. */
export function inputProblem(value: unknown, schema: ValueSchema, whole: string): string | undefined {
  const problems = valueProblems(value, schema, schemas).slice(0, MOST_TOLD)
  if (problems.length === 0) return undefined
  const told = new Set(problems.map((problem) => sentence(problem, whole)))
  return [...told].join('; ').replaceAll('?; ', '? ')
}

const MOST_TOLD = 5

function sentence({ path, message, hint = '' }: Problem, whole: string): string {
  return problemText({ path: path.slice(0, 100), message }, whole) + (hint === '' ? '' : `.${hint}`)
}

// TypeScript refuses most of what is refused here; a test in plain JavaScript, or a value that was cast, must hear of it
// all the same.

/**
 * Refuses what the control API refuses of the same operation, in the same words; throws a ControlError. Of the path and the
 * query only what is given is looked at.
 */
export function checkInput(id: InputId, { path, query, ...rest }: Given, whole = 'The argument'): void {
  const input = inputOf(id)
  if (path) throwFirst(inputProblem({ world: 'default', ...path }, input.path, 'It'))
  if (query !== undefined) throwFirst(inputProblem(query, input.query, 'It'))
  if (!('body' in rest)) return
  if (rest.body === undefined) throwFirst('An argument is required: an object')
  throwFirst(inputProblem(rest.body, input.body, whole))
}

/** Refuses values of unknown names, and such as do not fit the schema of their name; throws a ControlError. */
export function checkNamed(
  values: unknown,
  properties: Readonly<Record<string, ValueSchema>>,
  whole: string,
  required: readonly string[] = [],
): void {
  const schema = { type: 'object', additionalProperties: false, properties, required }
  throwFirst(inputProblem(values, schema, whole))
}

/** Refuses what cannot listen; throws a ControlError. */
export function checkListener(listener: unknown): void {
  checkNamed({ listener }, { listener: { type: 'function' } }, 'It', ['listener'])
}

function throwFirst(problem: string | undefined): void {
  if (problem !== undefined) throwInvalid(problem)
}
