import { toInt64 } from '../../../spec/exact-json/int64.ts'
import type { operations } from '../../client/generated/wire.ts'
import { inputProblem } from '../../core/world/input.ts'
import { ControlRefusal } from './control-refusal.ts'
import type { ControlRequest } from './control-request.ts'
import type { Operation, OperationId, Parameter } from './document.ts'
import { readJson, readSnapshot } from './read-json.ts'

/** The input of an operation, validated against the document. */
export interface Input<Id extends OperationId> {
  readonly path: NonNullable<operations[Id]['parameters']['path']>
  readonly query: NonNullable<operations[Id]['parameters']['query']>
  readonly body: operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : undefined
}

/** Reads and validates the input of an operation. A refusal names every field that is wrong. */
export async function readInput<Id extends OperationId>(
  operation: Operation<Id>,
  parameters: Readonly<Record<string, string>>,
  request: ControlRequest,
): Promise<Input<Id> | ControlRefusal> {
  const search = new URLSearchParams(request.query)
  const twice = [...search.keys()].find((name) => search.getAll(name).length > 1)
  if (twice !== undefined) {
    return new ControlRefusal('invalid_parameter', `${twice.slice(0, 60)} is given more than once`)
  }
  const path = parameterValues(operation, 'path', Object.entries(parameters))
  const query = parameterValues(operation, 'query', search)
  const wrong =
    inputProblem(`${operation.id}.path`, path, 'It') ?? inputProblem(`${operation.id}.query`, query, 'It')
  if (wrong !== undefined) return new ControlRefusal('invalid_parameter', wrong)

  const isSnapshot = operation.id === 'restoreWorld'
  const body = await (isSnapshot ? readSnapshot(request) : readJson(request))
  if (body instanceof ControlRefusal) return body
  if (!body && operation.takesBody)
    return new ControlRefusal('invalid_body', 'A body is required: a JSON object')
  // A world validates its snapshot itself, because that may be long.
  const checked = isSnapshot ? undefined : body
  const wrongBody = checked && inputProblem(`${operation.id}.body`, checked.value, 'The body')
  if (wrongBody !== undefined) return new ControlRefusal('invalid_body', wrongBody)
  // The validation proves the type.
  return { path, query, body: body?.value } as Input<Id>
}

// Bounds the work of BigInt. A longer number stays a text and is refused.
const WHOLE_NUMBER = /^-?\d{1,400}$/

/** Parameters as texts; those that the document declares as integers as numbers, if they are whole numbers. */
export function parameterValues(
  { parameters }: Operation,
  place: Parameter['in'],
  texts: Iterable<readonly [name: string, text: string]>,
): Readonly<Record<string, unknown>> {
  const numeric = parameters.filter((parameter) => parameter.in === place && isNumeric(parameter))
  const names = new Set(numeric.map(({ name }) => name))
  const values = Array.from(texts, ([name, text]) => [
    name,
    names.has(name) && WHOLE_NUMBER.test(text) ? toInt64(BigInt(text)) : text,
  ])
  return Object.fromEntries(values) as Record<string, unknown>
}

function isNumeric({ schema }: Parameter): boolean {
  return 'type' in schema && schema.type === 'integer'
}
