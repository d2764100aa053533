// What the operations of the control API take, out of its document.

import { documentMethods } from '../methods.ts'

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
    readonly schemas: Readonly<Record<string, object>>
  }
}

// An operation that takes no body can still be sent one: better refused than silently ignored.
const NO_FIELDS = { type: 'object', properties: {}, additionalProperties: false }

/** For each operation the schemas of its path, query and body, and the schemas that they refer to. */
export function controlInputs(document: unknown): object {
  // The linter has judged the document.
  const { paths, components } = document as ControlApi
  const operations = Object.values(paths).flatMap((item) =>
    documentMethods
      .filter((method) => method in item)
      .map((method) => {
        const { operationId, parameters = [], requestBody } = item[method] as Operation
        const common = (item['parameters'] ?? []) as readonly Parameter[]
        const all = [...common, ...parameters].map(
          (parameter) => components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter,
        )
        const input = {
          path: objectOf(all, 'path'),
          query: objectOf(all, 'query'),
          body: requestBody?.content['application/json'].schema ?? NO_FIELDS,
        }
        return [operationId, { ...input, takesBody: requestBody !== undefined }] as const
      }),
  )
  const schemas: Record<string, object> = {}
  collect(operations, components.schemas, schemas)
  return { operations: Object.fromEntries(operations), schemas }
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
function collect(
  node: unknown,
  all: ControlApi['components']['schemas'],
  found: Record<string, object>,
): void {
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
