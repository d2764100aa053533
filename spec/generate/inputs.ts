// The inputs of the control API's operations, from its document.

import { documentMethods } from '../methods.ts'
import type { Schemas } from './validators.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: object
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } }
}

interface ControlApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Schemas
  }
}

// A body that is sent to an operation without one is refused, not ignored.
const NO_FIELDS = { type: 'object', properties: {}, additionalProperties: false }

/** Schemas of inputs, and those that they refer to. */
export interface Inputs {
  readonly schemas: Schemas
  readonly components: Schemas
}

/** For each operation the schemas `addKey.path`, `addKey.query` and `addKey.body`. */
export function controlInputs(document: unknown): Inputs {
  // The linter has judged the document.
  const { paths, components } = document as ControlApi
  const inputs = Object.values(paths).flatMap((item) =>
    documentMethods
      .filter((method) => method in item)
      .flatMap((method): [name: string, schema: object][] => {
        const { operationId, parameters = [], requestBody } = item[method] as Operation
        const common = (item['parameters'] ?? []) as readonly Parameter[]
        const all = [...common, ...parameters].map(
          (parameter) => components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter,
        )
        return [
          [`${operationId}.path`, objectOf(all, 'path')],
          [`${operationId}.query`, objectOf(all, 'query')],
          [`${operationId}.body`, requestBody?.content['application/json'].schema ?? NO_FIELDS],
        ]
      }),
  )
  const referred: Record<string, object> = {}
  collect(inputs, components.schemas, referred)
  return { schemas: Object.fromEntries(inputs), components: referred }
}

function objectOf(parameters: readonly Parameter[], place: string): object {
  const here = parameters.filter((parameter) => parameter.in === place)
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter(({ required }) => required === true).map(({ name }) => name),
  }
}

/** Adds to `found` each schema that a node refers to, by its name. */
function collect(node: unknown, all: Schemas, found: Record<string, object>): void {
  if (typeof node !== 'object' || node === null) return
  if ('$ref' in node) {
    const name = String(node.$ref).split('/').at(-1) ?? ''
    const schema = all[name]
    if (!schema || name in found) return
    found[name] = schema
    collect(schema, all, found)
  }
  for (const child of Object.values(node)) collect(child, all, found)
}
