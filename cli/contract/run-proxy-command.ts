import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { toldOnce } from '../../contract-tests/opinions/told-once.ts'
import { universalFindings } from '../../contract-tests/opinions/universal-findings.ts'
import { judgeExchange } from '../../contract-tests/opinions/prism/judge-exchange.ts'
import type { Judge } from '../../contract-tests/opinions/judge.ts'
import { createProxy } from '../../contract-tests/opinions/proxy/create-proxy.ts'
import { DEFAULT_HOST } from '../../mock/address.ts'
import { explainFailure } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { parseBaseUrl } from '../environment/flag-values.ts'
import { DEFAULT_PROXY_PORT, type ProxyFlags } from './commands.ts'
import { givenPrism } from './preconditions.ts'

/** `petstore proxy`: judges traffic until it is ended; resolves with the exit code 0. */
export async function runProxyCommand(flags: ProxyFlags, { stdout, ending }: Environment): Promise<number> {
  const { host = DEFAULT_HOST, port = DEFAULT_PROXY_PORT, fail = false } = flags
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

/** Our universal checks first, which name the clause; then what Prism finds besides. */
const judge: Judge = async (exchange) => toldOnce(universalFindings(exchange), await judgeExchange(exchange))
