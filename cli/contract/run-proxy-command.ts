import { once } from 'node:events'
import { CannotJudge } from '../../contract-tests/opinions/judge.ts'
import { createProxy } from '../../contract-tests/opinions/proxy/create-proxy.ts'
import { JudgeThread } from '../../contract-tests/opinions/proxy/judge-thread.ts'
import type { ProxyCounts } from '../../contract-tests/opinions/proxy/pass-requests.ts'
import { tallyCounts, tallyLines } from '../../contract-tests/opinions/proxy/tally/tally-lines.ts'
import type { Tally } from '../../contract-tests/opinions/proxy/tally/tally.ts'
import { DEFAULT_HOST, originOf } from '../../mock/address.ts'
import { ignoreUpgrade } from '../../mock/http/ignore-upgrade.ts'
import { CommandError } from '../environment/command-error.ts'
import type { After, Environment } from '../environment/environment.ts'
import { parseBaseUrl } from '../environment/flag-values.ts'
import { DEFAULT_PROXY_PORT, type ProxyFlags } from './commands.ts'
import { listen, servePageBeside, type ServedPage } from './proxy-servers.ts'

/** How long running requests have to finish, in milliseconds. */
const GRACE_MS = 10_000

type Log = (line: string) => void

/** `petstore proxy`: judges traffic until it is ended; resolves with the exit code 0. */
export async function runProxyCommand(flags: ProxyFlags, environment: Environment): Promise<number> {
  const { port = DEFAULT_PROXY_PORT, pagePort, fail = false, ownKey = false } = flags
  const upstream = parseBaseUrl(flags.upstream)
  const log: Log = (line) => {
    environment.stdout.write(`${line}\n`)
  }
  const judge = await startJudge(ownKey)
  let page: ServedPage | undefined
  try {
    const { tally } = judge
    const proxy = createProxy({
      upstream,
      fail,
      log,
      judge: judge.judge,
      onFinding: (finding) => page?.add(finding),
    })
    page = await servePageBeside(port, pagePort, { upstream, tally, counts: proxy.counts })
    ignoreUpgrade(proxy.server)
    const { host = DEFAULT_HOST } = flags
    const listening = await listen(proxy.server, { host, port })
    log(
      `${originOf(host, listening.port)}${new URL(upstream).pathname} passes on to ${upstream}. Ctrl-C stops.`,
    )
    log(`${page.url} shows findings as they come, and the tally of clauses. curl ${page.url}tally prints it.`)
    await printingTallies(tally, log, environment)
    proxy.endStreams()
    await listening.stop(GRACE_MS)
    log(countsLine(proxy.counts))
    for (const line of tallyLines(tally, environment.columns)) log(line)
    return 0
  } finally {
    await page?.close()
    await judge.close()
  }
}

async function startJudge(keysAreOwn: boolean): Promise<JudgeThread> {
  try {
    return await JudgeThread.start({ keysAreOwn })
  } catch (error) {
    throw error instanceof CannotJudge ? new CommandError(error.message, { cause: error }) : error
  }
}

function countsLine({ exchanges, judged, breaches, warnings, failures }: ProxyCounts): string {
  return `${exchanges} exchanges, ${judged} of them judged: ${breaches} breaches, ${warnings} warnings, ${failures} failures of the upstream`
}

const MINUTE_MS = 60_000

/** Until the command is ended, prints the counts of the tally every minute in which they have changed. */
async function printingTallies(
  tally: Tally,
  log: Log,
  { after, ending }: { readonly after: After; readonly ending: AbortSignal },
): Promise<void> {
  let printed = tallyCounts(tally.clauses)
  let cancel = (): void => undefined
  const wait = (): void => {
    cancel = after(MINUTE_MS, () => {
      const counts = tallyCounts(tally.clauses)
      if (counts !== printed) log(`tally so far: ${counts}`)
      printed = counts
      wait()
    })
  }
  wait()
  if (!ending.aborted) await once(ending, 'abort')
  cancel()
}
