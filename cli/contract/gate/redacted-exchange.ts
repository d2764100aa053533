import type { KeyCutter } from '../../../contract-tests/engine/cut-keys.ts'
import type { Exchange } from '../../../mock/core/request/service-behind.ts'

/** An exchange without keys, which a client or the service may have written into any text. */
export function redactedExchange<One extends Exchange>(exchange: One, redact: KeyCutter): One {
  const { request, body, reply } = exchange
  return {
    ...exchange,
    request: {
      ...request,
      // What stands for a key may be longer than a part, so each is looked at by itself.
      path: request.path.split('/').map(redact).join('/'),
      query: request.query.split('&').map(redact).join('&'),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value = '']) => [redact(name), redact(String(value))]),
      ),
    },
    body: body === undefined ? undefined : redact(body),
    reply: { ...reply, headers: reply.headers.map(redact), body: redact(reply.body) },
  }
}
