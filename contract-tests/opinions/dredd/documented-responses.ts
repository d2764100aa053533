import { openapi } from '../../../spec/index.ts'

/** A response that the OpenAPI document promises. */
export interface DocumentedResponse {
  /** As `getPet 404`. */
  readonly name: string
  /** In upper case. */
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  readonly status: number
  /** Names of the headers that are promised, in lower case. */
  readonly headers: ReadonlySet<string>
  /** JSON Schema of the body. */
  readonly schema: object
}

/** The OpenAPI document without references, which corrupt the statuses in Dredd's reading of it. */
export const document = withoutReferences(openapi) as Dereferenced

/** Every documented response of every operation, in the order of the document. */
export const documentedResponses: readonly DocumentedResponse[] = Object.entries(document.paths).flatMap(
  ([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, responses }]) =>
      Object.entries(responses).map(([status, { headers, content }]) => ({
        name: `${operationId} ${status}`,
        method: method.toUpperCase(),
        path,
        status: Number(status),
        headers: new Set(
          Object.keys(headers)
            .filter((name) => headers[name]?.required)
            .map((name) => name.toLowerCase()),
        ),
        schema: content['application/json'].schema,
      })),
    ),
)

interface Dereferenced {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Response>>
}

interface Response {
  readonly headers: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content: { readonly 'application/json': { readonly schema: object } }
}

function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') return withoutReferences(target(value.$ref))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutReferences(inner)]))
}

function target(reference: string): unknown {
  const names = reference.slice('#/'.length).split('/')
  return names.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], openapi)
}
