import { Agent, request as send, STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { NOW, startOn } from '../http/testing/start.ts'
import { createMock } from './index.ts'
import { phraseOf } from './status-phrases.ts'
import { forSequences, seen } from './testing/sequences.ts'

const noSleep = (): Promise<void> => Promise.resolve()

/**
 * A fetch by one connection. That of Node takes another one now and then, and what a client knew of its refusals, so whether
 * it came early, is read from its connections.
 */
function fetchByOneConnection(): typeof fetch {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async (input, init) => {
    const request = new Request(input, init)
    const body = await request.text()
    const { method, headers, url } = request
    return await new Promise((resolve, reject) => {
      const sent = send(url, { method, headers: Object.fromEntries(headers), agent }, (reply) => {
        const { statusCode: status = 0, statusMessage: statusText = '', headersDistinct } = reply
        const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        const hasBody = method !== 'HEAD' && status !== 204
        if (!hasBody) reply.resume()
        resolve(new Response(hasBody ? Readable.toWeb(reply) : null, { status, statusText, headers: pairs }))
      })
      sent.once('error', () => {
        reject(new TypeError('cut'))
      })
      sent.end(body)
    })
  }
}

test.concurrent.for([1, 2, 3, 4])(
  'the same requests get the same replies, byte for byte, as over HTTP (%i)',
  async () => {
    await using mock = await startOn({ sleep: noSleep }, { pets: 20 })
    const twin = createMock({ pets: 20, time: () => NOW }, noSleep)
    const fetchReal = fetchByOneConnection()
    await forSequences(50, async (steps) => {
      for (const { worlds } of [mock, twin]) for (const world of worlds.list()) world.reset()
      for (const step of steps) {
        if (step.kind === 'change') {
          step.change(mock.world)
          step.change(twin.world)
          continue
        }
        const { path, init } = step.asked
        const real = await seen(fetchReal(mock.origin + path, init))
        expect(await seen(twin.fetch(`https://api.example.com${path}`, init))).toEqual(real)
      }
      const reasons = [mock, twin].map(({ journal }) => journal.list().map(({ id, reason }) => [id, reason]))
      expect(reasons[1]).toEqual(reasons[0])
      expect(twin.report('free-demo-key')).toEqual(mock.report('free-demo-key'))
    })
  },
)

test('a status has the same phrase as in Node', () => {
  const statuses = Array.from({ length: 400 }, (_, at) => at + 200)
  expect(statuses.map(phraseOf)).toEqual(statuses.map((status) => STATUS_CODES[status] ?? 'unknown'))
})
