import { MIMEType } from 'node:util'
import { openapi } from '../../../spec/generated/openapi.ts'
import { operationIds, operationOf, operations, type OperationId } from '../../../spec/operations.ts'
import type { Transaction } from './transactions.ts'

/** A response that the OpenAPI document promises. */
export interface DocumentedResponse {
  /** As `getPet 404`. */
  readonly name: string
  readonly operation: OperationId
  readonly status: number
  /** Names of the headers that are promised, in lower case. */
  readonly headers: ReadonlySet<string>
  /** JSON Schema of the body, in a form that Gavel accepts; `undefined` if there is none. */
  readonly schema: object | undefined
}

/**
 * The OpenAPI document as Dredd is given it: without references, which corrupt the statuses in its reading, and without
 * prose, which is as long to read as all the rest.
 */
export const document = simplified(openapi) as Simplified

interface Simplified {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>
}

interface Response {
  readonly headers: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: { readonly 'application/json': { readonly schema: object } }
}

function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') return simplified(target(value.$ref))
  return Object.fromEntries(
    // Responses must have a description; nothing else needs one.
    Object.entries(value).map(([name, inner]) => [name, name === 'description' ? '' : simplified(inner)]),
  )
}

function target(reference: string): unknown {
  const names = reference.slice('#/'.length).split('/')
  return names.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], openapi)
}

// Gavel compiles the meta-schema for every reply. That of draft 4 takes two thirds of the time of draft 7.
const DRAFT = 'http://json-schema.org/draft-04/schema#'

/** Every documented response of every operation, in the order of the document. */
export const documentedResponses: readonly DocumentedResponse[] = operationIds.flatMap((operation) =>
  operations[operation].statuses.map((status) => documentedResponse(operation, status)),
)

function documentedResponse(operation: OperationId, status: number): DocumentedResponse {
  const { path, method } = operations[operation]
  const name = `${operation} ${status}`
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  if (!response) throw new TypeError(`the document has no ${name}`)
  const required = Object.entries(response.headers).filter(([, header]) => header.required)
  return {
    name,
    operation,
    status,
    headers: new Set(required.map(([header]) => header.toLowerCase())),
    schema: response.content && forGavel(response.content['application/json'].schema),
  }
}

/** Gavel's Ajv throws for a format that it does not know, such as int64. */
function forGavel(schema: object): object {
  return JSON.parse(
    JSON.stringify({ $schema: DRAFT, ...schema }, (name, value: unknown) =>
      name === 'format' ? undefined : value,
    ),
  ) as object
}

/** The documented response that a transaction is about. */
export function responseOf({ request, origin, expected }: Transaction): DocumentedResponse | undefined {
  const id = operationOf(request.method, origin.resourceName)
  return documentedResponses.find(
    ({ operation, status }) => operation === id && status === Number(expected.statusCode),
  )
}

/**
 * Validates a reply against the document, where Dredd compares it with the example: the lists of the example have two
 * pets, all with a status; its content type has no charset; and a 429 need not have a body.
 */
export function expectDocumented({ expected, real }: Transaction, response: DocumentedResponse): void {
  expected.headers = Object.fromEntries(
    Object.entries(expected.headers).filter(
      ([name]) => response.headers.has(name.toLowerCase()) || isContentType(name),
    ),
  )
  delete expected.body
  if (response.status !== 429 && response.schema) expected.bodySchema = response.schema
  if (!real) return
  if (response.status === 429 && (real.body ?? '') === '')
    expected.headers = withoutContentType(expected.headers)
  const contentType = real.headers['content-type']
  // Gavel compares it to the letter.
  if (contentType !== undefined && isJson(contentType)) real.headers['content-type'] = 'application/json'
}

function withoutContentType(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isContentType(name)))
}

function isContentType(name: string): boolean {
  return name.toLowerCase() === 'content-type'
}

function isJson(contentType: string): boolean {
  try {
    return new MIMEType(contentType).essence === 'application/json'
  } catch {
    return false
  }
}
