import { MIMEType } from 'node:util'
import type { DocumentedResponse } from './documented-responses.ts'
import type { Transaction } from './transaction.ts'

const DRAFT = 'http://json-schema.org/draft-07/schema#'

/**
 * Holds a reply to what the document promises, where Dredd holds it to the example: the lists of the example have two
 * pets, all with a status; its content type has no charset; and a 429 need not have a body.
 */
export function expectDocumented({ expected, real }: Transaction, response: DocumentedResponse): void {
  expected.headers = Object.fromEntries(
    Object.entries(expected.headers).filter(
      ([name]) => response.headers.has(name.toLowerCase()) || isContentType(name),
    ),
  )
  delete expected.body
  if (response.status !== 429) expected.bodySchema = { $schema: DRAFT, ...forGavel(response.schema) }
  if (!real) return
  if (response.status === 429 && (real.body ?? '') === '')
    expected.headers = withoutContentType(expected.headers)
  const contentType = real.headers['content-type']
  // Gavel compares it to the letter.
  if (contentType !== undefined && isJson(contentType)) real.headers['content-type'] = 'application/json'
}

/** Gavel's Ajv throws for a format that it does not know, such as int64. */
function forGavel(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name === 'format' ? undefined : value)),
  ) as object
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
