import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { explainFailure } from '../environment/explain-failure.ts'
import type { Surroundings } from '../environment/environment.ts'
import { judgeExchange } from '../../contract-tests/opinions/prism/judge-exchange.ts'
import type { Judge } from '../../contract-tests/opinions/judge.ts'
import { createProxy } from '../../contract-tests/opinions/proxy/create-proxy.ts'
import { universalFindings } from '../../contract-tests/clauses/universal/universal-findings.ts'
import type { ProxyFlags } from './add-proxy-command.ts'
import { parseBaseUrl } from './preconditions.ts'
import { givenPrism } from './given-prism.ts'

/** `petstore proxy`: judges traffic until it is ended; resolves with the exit code 0. */
export async function runProxyCommand(flags: ProxyFlags, { stdout, ending }: Surroundings): Promise<number> {
  const { host = '127.0.0.1', port = 4020, fail = false } = flags
  const upstream = parseBaseUrl(flags.upstream)
  const log = (line: string): void => {
    stdout.write(`${line}\n`)
  }
  await givenPrism()
  const { server, counts } = await createProxy({ upstream, fail, log, judge })
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw explainFailure(error, { host, port })
  })
  // A TCP server's address is never a pipe's name.
  const address = server.address() as AddressInfo
  log(`http://${host}:${address.port}${new URL(upstream).pathname} passes on to ${upstream}. Ctrl-C stops.`)
  if (!ending.aborted) await once(ending, 'abort')
  server.closeAllConnections()
  server.close()
  log(
    `${counts.exchanges} exchanges, ${counts.judged} of them judged: ${counts.breaches} breaches, ${counts.warnings} warnings, ${counts.failures} failures of the upstream`,
  )
  return 0
}

/** Our universal checks first, which name the clause; then Prism. */
const judge: Judge = async (exchange) => [
  ...(await universalFindings(exchange)),
  ...(await judgeExchange(exchange)),
]
