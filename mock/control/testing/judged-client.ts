import { expect } from 'vitest'
import { problemText } from '../../../spec/schema-check.ts'
import { schemaCheck } from '../../../spec/testing/schema-check.ts'
import { ControlClient } from '../../client/control-client.ts'
import type { OperationId } from '../../client/operation.ts'
import type { Mock } from '../../mock.ts'
import { documented, type Operation } from '../message/document.ts'
import { controlOpenapi } from '../generated/openapi.ts'
import { jsonIn, type Reply } from './start.ts'

interface ResponseObject {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

type Responses = Readonly<Record<string, ResponseObject>>

/** A client of a mock's control API that validates every reply against the document and records the operations it used. */
export function judgedClient(mock: Mock): {
  readonly client: ControlClient
  readonly asked: Set<OperationId>
} {
  const asked = new Set<OperationId>()
  const client = new ControlClient(`${mock.origin}/_mock`, async (url, init) => {
    const response = await fetch(url, init)
    const text = await response.text()
    const { status, headers } = response
    const type = headers.get('content-type') ?? undefined
    const operation = operationOf(init.method, new URL(url).pathname)
    expect(operation, url).toBeDefined()
    if (operation) {
      asked.add(operation.id)
      const reply = { status, headers: { 'content-type': type }, text, json: jsonIn(type, text) }
      expect(judgeReply(operation, reply), text).toEqual([])
    }
    return { status, headers, text: () => Promise.resolve(text) }
  })
  return { client, asked }
}

/** The operation of the document that a request uses. */
export function operationOf(method: string, path: string): Operation | undefined {
  const [whole = ''] = path.split('?')
  return documented.find((operation) => {
    const pattern = new RegExp(`^/_mock${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return operation.method.toUpperCase() === method && pattern.test(whole)
  })
}

/** The differences between a reply and the document. */
export function judgeReply(operation: Operation, reply: Reply): readonly string[] {
  const responses = responsesOf(operation)
  const documentedResponse = responses[reply.status]
  if (!documentedResponse) return [`${operation.id} has no ${reply.status}`]
  const { content } = resolve(documentedResponse)
  if (!content) return reply.text === '' ? [] : [`${operation.id} ${reply.status} has no body`]
  const type = reply.headers['content-type'] ?? ''
  const media = content[type]
  if (!media) return [`${operation.id} ${reply.status} is not ${type}`]
  const check = schemaCheck(media.schema, controlOpenapi.components)
  return check(reply.json ?? reply.text).map((problem) => problemText(problem, 'the body'))
}

function responsesOf({ path, method }: Operation): Responses {
  const paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> = controlOpenapi.paths
  const operation = paths[path]?.[method] as { readonly responses: Responses }
  return operation.responses
}

function resolve(response: ResponseObject): ResponseObject {
  const name = response.$ref?.split('/').at(-1)
  if (name === undefined) return response
  const shared: Responses = controlOpenapi.components.responses
  return shared[name] ?? {}
}
