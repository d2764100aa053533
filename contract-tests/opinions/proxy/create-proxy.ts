import { createServer, type Server } from 'node:http'
import { printable } from '../../../spec/index.ts'
import { judgeExchange } from '../prism/judge-exchange.ts'
import { loadPrism } from '../prism/load-prism.ts'
import { Passage, type PassageOptions, type ProxyCounts } from './pass-requests.ts'

/** Where it is not said, Prism judges, nothing is withheld, and the upstream may be silent for 30 s. */
export type ProxyOptions = Pick<PassageOptions, 'upstream' | 'log'> & Partial<PassageOptions>

export interface Proxy {
  /** Does not listen yet. */
  readonly server: Server
  readonly counts: Readonly<ProxyCounts>
}

const TIMEOUT_MS = 30_000

/**
 * A proxy that judges what flows through it and changes nothing, but for a header that shows what was found, and those by
 * which a browser lets any page read the reply. A reply of more than 1 MB, and an event stream, goes through unjudged as it comes. Rejects with CannotJudge where Prism is
 * asked to judge and not installed.
 */
export async function createProxy(options: ProxyOptions): Promise<Proxy> {
  if (!options.judge) await loadPrism()
  const passage = new Passage({
    fail: false,
    judge: judgeExchange,
    timeout: TIMEOUT_MS,
    ...options,
    log: (line) => {
      // Findings quote the service, and paths the client.
      options.log(printable(line))
    },
  })
  const server = createServer((request, response) => {
    void passage.pass(request, response)
  })
  return { server, counts: passage.counts }
}
