import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { inProcess, type PlainReply } from '../../../../mock/edge/in-process.ts'
import type { AnsweringWorlds } from '../../../../mock/edge/locate.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Changes a reply on its way. */
export type Change = (reply: PlainReply) => PlainReply

/** Serves worlds without their control API, and changes the replies. */
export function startChangedService(
  worlds: AnsweringWorlds,
  change: Change = (reply) => reply,
): Promise<TestServer> {
  const send = inProcess(worlds)
  const answer = async (request: IncomingMessage): Promise<PlainReply> => {
    const { method = '', url = '' } = request
    if (!url.startsWith('/v1/')) return { status: 404, headers: {}, body: 'no such page' }
    const body = await text(request)
    const headers = headersOf(request)
    return change(await send({ method, url, headers, body: body === '' ? undefined : body }))
  }
  return startTestServer((request, response) => {
    void answer(request).then(({ status, headers, body }) => {
      const { 'content-length': _length, ...others } = headers
      response.writeHead(status, others).end(body)
    })
  })
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const { authorization, 'content-type': type } = headers
  return {
    ...(authorization !== undefined && { authorization }),
    ...(type !== undefined && { 'content-type': type }),
  }
}
