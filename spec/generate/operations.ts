// The operation table, read from an OpenAPI document.

import { documentMethods, isSafeMethod } from '../methods.ts'

interface Schema {
  readonly $ref?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Operation {
  readonly operationId: string
  readonly deprecated?: boolean
  /** The day of removal, such as `2030-12-05`. */
  readonly 'x-sunset'?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, Response>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/**
 * The operations by their ids: method, path, whether they are safe (RFC 9110 §9.2.1), whether a request has a body,
 * deprecation, the bounds of their query, the statuses, and the success with the name of its body's schema; null where it
 * has no body.
 */
export function operationTable(document: unknown): object {
  // The linter has judged the document.
  const { paths, components } = document as OpenApi
  return byId(
    paths,
    (method, path, { deprecated = false, parameters = [], requestBody, responses, ...rest }) => {
      const sunset = rest['x-sunset']
      const query = parameters.filter((parameter) => parameter.in === 'query')
      return {
        method,
        path,
        safe: isSafeMethod(method),
        takesBody: requestBody !== undefined,
        deprecated,
        ...(sunset !== undefined && { sunset: `${sunset}T00:00:00Z` }),
        query: Object.fromEntries(
          query.map(({ name, schema }) => [name, bounds(schema, components.schemas)]),
        ),
        statuses: Object.keys(responses).map(Number),
        success: success(responses, components.responses),
      }
    },
  )
}

function success(responses: Operation['responses'], named: OpenApi['components']['responses']): object {
  const [status, response] = successOf(responses, named)
  const [media] = Object.values(response.content ?? {})
  return { status: Number(status), schema: media?.schema?.$ref?.split('/').at(-1) ?? null }
}

/** The 2xx that an operation answers; a document of ours has one for each. */
function successOf(
  responses: Operation['responses'],
  named: OpenApi['components']['responses'],
): [status: string, response: Response] {
  const [status = '', response = {}] =
    Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return [status, resolved(response, named)]
}

function bounds(schema: Schema, schemas: OpenApi['components']['schemas']): object {
  const { enum: values, minimum, maximum, default: preset } = resolved(schema, schemas)
  return values ? { values } : { least: minimum, most: maximum, default: preset }
}

/** Method and path of each operation by its id, and the media type of its success; null where it has no body. */
export function operationRoutes(document: unknown): object {
  const { paths, components } = document as OpenApi
  return byId(paths, (method, path, { responses }) => {
    const [, { content = {} }] = successOf(responses, components.responses)
    const [type = null] = Object.keys(content)
    return { method, path, type }
  })
}

function byId(
  paths: OpenApi['paths'],
  entry: (method: string, path: string, operation: Operation) => object,
): object {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    documentMethods
      .filter((method) => method in item)
      .map((method) => {
        const operation = item[method] as Operation
        return [operation.operationId, entry(method.toUpperCase(), path, operation)]
      }),
  )
  return Object.fromEntries(operations) as object
}

/** What a reference leads to among named parts of the document; a part without one, as it is. */
function resolved<Part extends { readonly $ref?: string }>(
  part: Part,
  named: Readonly<Record<string, Part>>,
): Part {
  return named[part.$ref?.split('/').at(-1) ?? ''] ?? part
}
