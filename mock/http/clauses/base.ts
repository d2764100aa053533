import { MIMEType } from 'node:util'
import { expect } from 'vitest'
import { refused } from '../../../fixtures/testing/requests.ts'
import { openapi } from '../../../spec/generated/openapi.ts'
import { schemaCheck } from '../../../spec/testing/schema-check.ts'
import { Client, operations } from '../testing/client.ts'
import { everyStatus } from '../testing/every-status.ts'
import { expectError } from '../testing/expect-error.ts'
import { start } from '../testing/start.ts'
import { clause, clauseFor } from './clause.ts'

const KEY = 'pro-demo-key'

interface Described {
  readonly operationId: string
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

interface DescribedResponse {
  readonly $ref?: string
  readonly description?: string
  readonly content?: { readonly 'application/json': { readonly schema: object } }
}

const paths: Readonly<Record<string, Readonly<Record<string, Described>>>> = openapi.paths
const described = Object.values(paths).flatMap((methods) => Object.values(methods))

clauseFor(
  'BASE-1',
  operations,
  ({ id }) => `${id} answers under the base address, which ends with /v1`,
  async ({ ask, success }) => {
    await using mock = await start()
    expect(mock.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    expect((await ask(new Client(mock.baseUrl, KEY))).status).toBe(success)
    expectError(await ask(new Client(mock.origin, KEY)), 404)
  },
)

clauseFor(
  'BASE-2',
  operations,
  ({ id }) => `${id} answers under the staging base address too`,
  async ({ ask, success }) => {
    await using mock = await start()
    expect(mock.stagingBaseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/staging\/v1$/)
    expect((await ask(new Client(mock.stagingBaseUrl, KEY))).status).toBe(success)
  },
)

clauseFor(
  'BASE-3',
  everyStatus.filter(({ status }) => status !== 204),
  ({ status, when }) => `the body is application/json when ${when} (${status})`,
  async ({ ask }) => {
    const reply = await ask()
    expect(new MIMEType(reply.header('Content-Type')).essence).toBe('application/json')
    expect(() => JSON.parse(reply.text) as unknown).not.toThrow()
  },
)

clauseFor(
  'BASE-3',
  [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ],
  (type) => `a body that is sent as ${type} is accepted`,
  async (type) => {
    await using mock = await start()
    expect((await new Client(mock.baseUrl, KEY).create(undefined, type)).status).toBe(201)
  },
)

clauseFor(
  'BASE-4',
  operations,
  ({ id }) => `${id} under /v1 answers as version 1.0.0 of openapi.yaml describes it`,
  async ({ id, ask, success, hasBody }) => {
    await using mock = await start()
    const responses = described.find(({ operationId }) => operationId === id)?.responses
    expect(responses).toHaveProperty(String(success))
    const { schema = {} } = responses?.[success]?.content?.['application/json'] ?? {}
    const check = schemaCheck(schema, openapi.components)
    const reply = await ask(new Client(mock.baseUrl, KEY))
    expect(openapi.info.version).toBe('1.0.0')
    expect(hasBody ? check(reply.json) : reply.text).toEqual(hasBody ? [] : '')
  },
)

/** The headers without those of the connection, which fetch ends after a HEAD. */
function ofTheReply(headers: Headers): readonly (readonly [string, string])[] {
  return [...headers].filter(([name]) => name !== 'connection' && name !== 'keep-alive')
}

clauseFor(
  'BASE-5',
  [
    { path: '/pets', key: KEY },
    { path: '/pets?limit=3&status=sold', key: KEY },
    { path: '/pets/1', key: KEY },
    { path: '/pets/404', key: KEY },
    { path: '/pets?limit=0', key: KEY },
    { path: '/pets', key: 'no-such-key' },
  ],
  ({ path, key }) => `HEAD ${path} answers as GET does, without a body (${key})`,
  async ({ path, key }) => {
    await using mock = await start({ limits: false })
    const client = new Client(mock.baseUrl, key)
    const [get, head] = [await client.send('GET', path), await client.send('HEAD', path)]
    expect(head.status).toBe(get.status)
    expect(head.text).toBe('')
    expect(ofTheReply(head.headers)).toEqual(ofTheReply(get.headers))
    expect(head.header('Content-Length')).toBe(String(Buffer.byteLength(get.text)))
  },
)

clauseFor(
  'BASE-6',
  refused,
  ({ method, path }) => `a 405 to ${method} ${path} names the allowed methods, and they are`,
  async ({ method, path, allowed }) => {
    await using mock = await start()
    const client = new Client(mock.baseUrl, KEY)
    const reply = await client.send(method, path)
    expectError(reply, 405)
    expect(reply.header('Allow').split(/ *, */)).toEqual(allowed)
    for (const other of allowed) expect((await client.send(other, path)).status, other).not.toBe(405)
  },
)

clause('BASE-6', 'a 405 changes nothing', async () => {
  await using mock = await start()
  const client = new Client(mock.baseUrl, KEY)
  const before = await client.list()
  for (const { method, path } of refused) expectError(await client.send(method, path), 405)
  expect((await client.list()).text).toBe(before.text)
})
