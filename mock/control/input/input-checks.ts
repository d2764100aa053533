import { schemaCheck, type SchemaCheck } from '../../../spec/index.ts'
import { components, type Operation, type Parameter } from '../document.ts'

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
