import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { CannotJudge } from '../../contract-tests/opinions/judge.ts'
import { createProxy } from '../../contract-tests/opinions/proxy/create-proxy.ts'
import { JudgeThread } from '../../contract-tests/opinions/proxy/judge-thread.ts'
import { DEFAULT_HOST } from '../../mock/address.ts'
import { ignoreUpgrade } from '../../mock/http/ignore-upgrade.ts'
import { stoppable } from '../../mock/http/stop-server.ts'
import { CommandError, explainFailure } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { parseBaseUrl } from '../environment/flag-values.ts'
import { DEFAULT_PROXY_PORT, type ProxyFlags } from './commands.ts'

/** How long running requests have to finish, in seconds. */
const GRACE = 10

/** `petstore proxy`: judges traffic until it is ended; resolves with the exit code 0. */
export async function runProxyCommand(flags: ProxyFlags, { stdout, ending }: Environment): Promise<number> {
  const { host = DEFAULT_HOST, port = DEFAULT_PROXY_PORT, fail = false } = flags
  const upstream = parseBaseUrl(flags.upstream)
  const log = (line: string): void => {
    stdout.write(`${line}\n`)
  }
  const judge = await startJudge()
  try {
    const { server, counts, endStreams } = createProxy({ upstream, fail, log, judge: judge.judge })
    const stop = stoppable(server)
    ignoreUpgrade(server)
    server.listen(port, host)
    await once(server, 'listening').catch((error: unknown) => {
      throw explainFailure(error, { host, port })
    })
    // A TCP server's address is never a pipe's name.
    const address = server.address() as AddressInfo
    log(`http://${host}:${address.port}${new URL(upstream).pathname} passes on to ${upstream}. Ctrl-C stops.`)
    if (!ending.aborted) await once(ending, 'abort')
    endStreams()
    await stop(GRACE * 1000)
    log(
      `${counts.exchanges} exchanges, ${counts.judged} of them judged: ${counts.breaches} breaches, ${counts.warnings} warnings, ${counts.failures} failures of the upstream`,
    )
    return 0
  } finally {
    await judge.close()
  }
}

async function startJudge(): Promise<JudgeThread> {
  try {
    return await JudgeThread.start()
  } catch (error) {
    throw error instanceof CannotJudge ? new CommandError(error.message, { cause: error }) : error
  }
}
