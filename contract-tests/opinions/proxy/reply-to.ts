import type { ClientRequest, IncomingMessage } from 'node:http'
import { UpstreamFailure } from './upstream-failure.ts'

/**
 * The reply to a request that is under way, as soon as its headers are there. The connection may be silent for
 * `timeout` milliseconds, then and later; it breaks off with an UpstreamFailure.
 */
export function replyTo(sent: ClientRequest, timeout: number, upstream: URL): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let reply: IncomingMessage | undefined
    sent.setTimeout(timeout, () => {
      const failure = new UpstreamFailure(504, `${upstream.origin} was silent for ${timeout / 1000} s`)
      reply?.destroy(failure)
      sent.destroy(failure)
    })
    sent.once('response', (response) => {
      reply = response
      resolve(response)
    })
    // Stays for as long as the connection does: an error that nobody listens to ends the process.
    sent.on('error', reject)
  })
}
