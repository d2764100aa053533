import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createPage,
  type LivePage,
  type PageOptions,
} from '../../contract-tests/opinions/proxy/page/create-page.ts'
import type { Seen } from '../../contract-tests/opinions/proxy/page/view.ts'
import { DEFAULT_HOST, HIGHEST_PORT } from '../../mock/address.ts'
import { judgeAccess } from '../../mock/control/guard/guard.ts'
import { stoppable, type Stop } from '../../mock/http/stop-server.ts'
import { explainFailure } from '../environment/command-error.ts'

/** A server that listens. */
interface Listening {
  readonly port: number
  readonly stop: Stop
}

/** Starts to listen; rejects with a CommandError where the user can mend it, with the flag that sets the port. */
export async function listen(
  server: Server,
  address: { readonly host: string; readonly port: number },
  portFlag = '--port',
): Promise<Listening> {
  const stop = stoppable(server)
  // Whoever listens to this event answers for Node, which would refuse the request. An expectation may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
  server.listen(address.port, address.host)
  await once(server, 'listening').catch((error: unknown) => {
    throw explainFailure(error, address, portFlag)
  })
  // A TCP server's address is never a pipe's name.
  return { port: (server.address() as AddressInfo).port, stop }
}

/** How long requests for the page have to finish, in milliseconds. */
const GRACE_MS = 1_000

/** The page of a proxy on a server of its own, which this machine alone can reach. */
export interface ServedPage extends Pick<LivePage, 'add'> {
  readonly url: string
  readonly close: () => Promise<void>
}

/** What the page shows, and what answers for the control room beside it. */
export type Shown = Seen & Pick<PageOptions, 'control'>

export async function servePage(shown: Shown, port: number): Promise<ServedPage> {
  const { server, add, endStreams } = createPage({ ...shown, isAllowed })
  const listening = await listen(server, { host: DEFAULT_HOST, port }, '--page-port')
  return {
    add,
    url: `http://${DEFAULT_HOST}:${listening.port}/`,
    close: async () => {
      endStreams()
      await listening.stop(GRACE_MS)
    },
  }
}

/** The page on the port that was asked for; without one, on the port after that of the proxy, or any if that is in use. */
export async function servePageBeside(
  proxyPort: number,
  asked: number | undefined,
  shown: Shown,
): Promise<ServedPage> {
  if (asked !== undefined) return servePage(shown, asked)
  const isAny = proxyPort === 0 || proxyPort === HIGHEST_PORT
  return servePage(shown, isAny ? 0 : proxyPort + 1).catch(() => servePage(shown, 0))
}

/** The traffic is shown neither to pages of other origins, nor under a foreign name for this machine (DNS rebinding). */
function isAllowed({ socket: { localAddress, remoteAddress }, headers }: IncomingMessage): boolean {
  return judgeAccess({ localAddress, remoteAddress, headers }, '') === undefined
}
