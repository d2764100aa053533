import { createServer, type Server } from 'node:http'
import { loadPrism } from '../prism/load-prism.ts'
import { Passage } from './passage.ts'
import type { ProxyCounts, ProxyOptions } from './proxy-options.ts'

export interface Proxy {
  /** Does not listen yet. */
  readonly server: Server
  readonly counts: Readonly<ProxyCounts>
}

/**
 * A proxy that judges what flows through it and changes nothing, but for a header that shows what was found. A reply of
 * more than 1 MB, and an event stream, goes through unjudged as it comes. Rejects with CannotJudge where Prism is
 * asked to judge and not installed.
 */
export async function createProxy(options: ProxyOptions): Promise<Proxy> {
  if (!options.judge) await loadPrism()
  const passage = new Passage(options)
  const server = createServer((request, response) => {
    void passage.pass(request, response)
  })
  return { server, counts: passage.counts }
}
