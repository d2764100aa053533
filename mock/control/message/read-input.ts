import type { Request } from 'express'
import { problemText, schemaCheck, toInt64, type Problem, type SchemaCheck } from '../../../spec/index.ts'
import type { operations } from '../../client/generated/wire.ts'
import { ControlRefusal, type ControlErrorCode } from './control-refusal.ts'
import { components, type Operation, type OperationId, type Parameter } from './document.ts'
import { readJson } from './read-json.ts'

/** What a request brings to an operation, checked against the document. */
export interface Input<Id extends OperationId> {
  readonly path: NonNullable<operations[Id]['parameters']['path']>
  readonly query: NonNullable<operations[Id]['parameters']['query']>
  readonly body: operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : undefined
}

/** Reads and checks what a request brings to an operation, or refuses it, naming every field that is wrong. */
export async function readInput<Id extends OperationId>(
  operation: Operation<Id>,
  request: Request,
): Promise<Input<Id> | ControlRefusal> {
  const checks = await inputChecks(operation)
  const search = new URLSearchParams(request.url.slice(pathLength(request.url)))
  const twice = [...search.keys()].find((name) => search.getAll(name).length > 1)
  if (twice !== undefined) {
    return new ControlRefusal('invalid_parameter', `${twice.slice(0, 60)} is given more than once`)
  }
  const path = parameterValues(operation, 'path', Object.entries(request.params as Record<string, string>))
  const query = parameterValues(operation, 'query', search)
  const wrong = refusal('invalid_parameter', 'It', [...checks.path(path), ...checks.query(query)])
  if (wrong) return wrong

  const body = await readJson(request)
  if (body instanceof ControlRefusal) return body
  if (!body && operation.body) return new ControlRefusal('invalid_body', 'A body is required: a JSON object')
  const wrongBody = body && refusal('invalid_body', 'The body', checks.body(body.value))
  // The checks are the proof of the shape.
  return wrongBody ?? ({ path, query, body: body?.value } as Input<Id>)
}

function pathLength(url: string): number {
  const mark = url.indexOf('?')
  return mark === -1 ? url.length : mark + 1
}

const MOST_TOLD = 5

function refusal(
  code: ControlErrorCode,
  whole: string,
  problems: readonly Problem[],
): ControlRefusal | undefined {
  if (problems.length === 0) return undefined
  const told = new Set(problems.slice(0, MOST_TOLD).map((problem) => sentence(problem, whole)))
  return new ControlRefusal(code, [...told].join('; ').replaceAll('?; ', '? '))
}

function sentence(problem: Problem, whole: string): string {
  const { path, message, hint = '' } = problem
  return problemText({ path: path.slice(0, 100), message }, whole) + (hint === '' ? '' : `.${hint}`)
}

/** The checks of what a request brings to an operation, made of the document's own schemas. */
export interface InputChecks {
  readonly path: SchemaCheck
  readonly query: SchemaCheck
  readonly body: SchemaCheck
}

const compiled = new Map<Operation, Promise<InputChecks>>()

/** The checks of an operation, compiled when it is first asked for. */
export function inputChecks(operation: Operation): Promise<InputChecks> {
  const known = compiled.get(operation)
  if (known) return known
  const checks = compile(operation)
  compiled.set(operation, checks)
  return checks
}

// An operation that takes no body can still be sent one: better refused than silently ignored.
const NO_FIELDS = { type: 'object', properties: {}, additionalProperties: false }

async function compile({ parameters, body = NO_FIELDS }: Operation): Promise<InputChecks> {
  return {
    path: await schemaCheck(objectOf(parameters, 'path'), components),
    query: await schemaCheck(objectOf(parameters, 'query'), components),
    body: await schemaCheck(body, components),
  }
}

function objectOf(parameters: readonly Parameter[], place: Parameter['in']): object {
  const here = parameters.filter((parameter) => parameter.in === place)
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter(({ required }) => required === true).map(({ name }) => name),
  }
}

// As long as what `toInt64` is to read; a longer one stays a text, and is refused as such.
const WHOLE_NUMBER = /^-?\d{1,400}$/

/** Parameters as they were sent, with whole numbers where the document asks for such; the check judges the rest. */
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
