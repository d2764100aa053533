import { once } from 'node:events'
import { CannotJudge } from '../../contract-tests/opinions/judge.ts'
import { createProxy } from '../../contract-tests/opinions/proxy/create-proxy.ts'
import { JudgeThread } from '../../contract-tests/opinions/proxy/judge-thread.ts'
import { othersOf, type ProxyCounts } from '../../contract-tests/opinions/proxy/pass-requests.ts'
import { tallyCounts, tallyLines } from '../../contract-tests/opinions/proxy/tally/tally-lines.ts'
import type { Tally } from '../../contract-tests/opinions/proxy/tally/tally.ts'
import { counted, figure, printable } from '../../spec/wording.ts'
import { DEFAULT_HOST, originOf } from '../../mock/address.ts'
import { recordOpenings } from '../../mock/http/openings.ts'
import { ignoreUpgrade } from '../../mock/http/ignore-upgrade.ts'
import { CommandError } from '../environment/command-error.ts'
import type { After } from '../../spec/after.ts'
import type { Environment } from '../environment/environment.ts'
import { parseBaseUrl } from '../environment/flag-values.ts'
import type { StartedGate } from './gate/start-gate.ts'
import { DEFAULT_PROXY_PORT, type ProxyFlags } from './proxy-command.ts'
import { listen, servePageBeside, type ServedPage } from './proxy-servers.ts'

/** How long running requests have to finish, in milliseconds. */
const GRACE_MS = 5_000

type Log = (line: string) => void

/** `petstore proxy`: judges traffic until it is ended; resolves with the exit code 0. */
export async function runProxyCommand(flags: ProxyFlags, environment: Environment): Promise<number> {
  const { port = DEFAULT_PROXY_PORT, pagePort, fail = false, ownKey = false } = flags
  const upstream = parseBaseUrl(flags.upstream)
  const log: Log = (line) => {
    environment.stdout.write(`${line}\n`)
  }
  const judge = await startJudge(ownKey)
  const { host = DEFAULT_HOST } = flags
  let page: ServedPage | undefined
  let gate: StartedGate | undefined
  try {
    const { tally } = judge
    const address = { host, port }
    gate = await startGateOf(flags, upstream, address, log)
    const proxy = createProxy({
      upstream,
      fail,
      log,
      judge: judge.judge,
      gate: gate?.gate,
      onFinding: (finding) => page?.add(finding),
    })
    page = await servePageBeside(port, pagePort, {
      upstream,
      tally,
      counts: proxy.counts,
      control: gate?.control,
    })
    ignoreUpgrade(proxy.server)
    recordOpenings(proxy.server)
    const listening = await listen(proxy.server, address)
    address.port = listening.port
    log(`${baseUrlAt(address, upstream)} passes on to ${upstream}. Ctrl-C stops.`)
    if (gate) log(gate.sentence)
    log(`${page.url} shows findings as they come, and the tally of clauses. curl ${page.url}tally prints it.`)
    if (gate)
      log(`${page.url}_mock/ is the control room: who answered and why, quotas, client report, faults.`)
    await printingTallies(tally, log, environment)
    proxy.endStreams()
    gate?.close()
    await listening.stop(GRACE_MS)
    for (const line of proxy.kinds.repeated) log(line)
    log(countsLine(proxy.counts))
    for (const line of tallyLines(tally, environment.columns)) log(line)
    return 0
  } finally {
    gate?.close()
    await page?.close()
    await judge.close()
  }
}

/** The limits and faults before the service, if any are asked for; otherwise the mock is not loaded. */
async function startGateOf(
  flags: ProxyFlags,
  service: string,
  address: { readonly host: string; readonly port: number },
  log: Log,
): Promise<StartedGate | undefined> {
  const { limits, fault = [], readOnly = false } = flags
  if (limits === undefined && fault.length === 0 && !readOnly) return undefined
  const { startGate } = await import('./gate/start-gate.ts')
  return startGate(flags, {
    log: (line) => {
      // It quotes paths of the client.
      log(printable(line))
    },
    proxied: {
      service,
      get baseUrl() {
        return baseUrlAt(address, service)
      },
    },
  })
}

function baseUrlAt(
  { host, port }: { readonly host: string; readonly port: number },
  service: string,
): string {
  return originOf(host, port) + new URL(service).pathname
}

async function startJudge(keysAreOwn: boolean): Promise<JudgeThread> {
  try {
    return await JudgeThread.start({ keysAreOwn })
  } catch (error) {
    throw error instanceof CannotJudge ? new CommandError(error.message, { cause: error }) : error
  }
}

/** The parts add up to the exchanges. */
function countsLine(counts: ProxyCounts): string {
  const { exchanges, judged, breaches, warnings, failures, own } = counts
  const found = `${counted(breaches, 'breach', 'breaches')}, ${counted(warnings, 'warning')}`
  const others = othersOf(counts)
  const parts = [
    `${figure(judged)} judged (${found})`,
    `${counted(failures, 'failure')} of the upstream`,
    ...(own > 0 ? [`${figure(own)} answered by the proxy itself`] : []),
    ...(others > 0 ? [`${figure(others)} not judged`] : []),
  ]
  return `${counted(exchanges, 'exchange')}: ${parts.join(', ')}`
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
