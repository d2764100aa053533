// The judge of a proxy, on a thread of its own; it does nothing where it is imported.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { CannotJudge, fewest, type Finding, type ObservedExchange } from '../judge.ts'
import { judgeExchange } from '../prism/judge-exchange.ts'
import { loadPrism } from '../prism/load-prism.ts'
import { mergeFindings } from '../merge-findings.ts'
import { TrafficHistory } from './past/traffic-history.ts'
import type { Shown } from './tally/tally.ts'
import { universalFindings } from '../universal-findings.ts'

export const judgeWorker = new URL(import.meta.url)

/** The input of a thread: whether others use the same keys past the proxy. */
export const JUDGE = 'petstore judge'
export const JUDGE_OF_OWN_KEYS = 'petstore judge of own keys'

/** A message to the thread: one exchange. */
export interface ToWorker {
  readonly id: number
  readonly exchange: ObservedExchange
}

/** A message of the thread: that it is ready, or why it never will be; findings, or why there are none. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'useless'; readonly why: string; readonly isMissing: boolean }
  | ({ readonly kind: 'findings'; readonly id: number; readonly findings: readonly Finding[] } & Shown)
  | { readonly kind: 'failure'; readonly id: number; readonly why: string }

/** Our universal checks first, which name the clause; then further findings of Prism, and contradictions to earlier replies. */
async function judge({ id, exchange }: ToWorker, traffic: TrafficHistory): Promise<FromWorker> {
  try {
    const alone = universalFindings(exchange, traffic.clock)
    const merged = mergeFindings(alone.findings, await judgeExchange(exchange))
    const isWrong = merged.some(({ severity }) => severity === 'error')
    const together = traffic.judge(exchange, isWrong)
    const { contradictions, correction } = together
    const findings = [...merged, ...contradictions, ...(correction ? [correction] : [])]
    return {
      kind: 'findings',
      id,
      findings: fewest(findings),
      evidence: [...alone.evidence, ...together.evidence],
      broken: findings.flatMap(({ clause }) => clause ?? []),
      takenBack: correction?.takenBack ?? [],
    }
  } catch (error) {
    return { kind: 'failure', id, why: String(error) }
  }
}

const FIRST: ObservedExchange = {
  method: 'GET',
  path: '/pets',
  requestHeaders: {},
  requestBody: undefined,
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '[]',
}

/** What a thread says that can judge nothing. The class of an error says nothing to a user who can mend it. */
export function uselessBy(error: unknown): Extract<FromWorker, { readonly kind: 'useless' }> {
  const isMissing = error instanceof CannotJudge
  return { kind: 'useless', why: isMissing ? error.message : String(error), isMissing }
}

async function serve(port: MessagePort, keysAreOwn: boolean): Promise<void> {
  const answer = (message: FromWorker): void => {
    port.postMessage(message)
  }
  try {
    await loadPrism()
    // The first exchange needs a good part of a second.
    await judgeExchange(FIRST)
  } catch (error) {
    answer(uselessBy(error))
    return
  }
  const traffic = new TrafficHistory({ keysAreOwn })
  port.on('message', (asked: ToWorker) => {
    void judge(asked, traffic).then(answer)
  })
  answer({ kind: 'ready' })
}

const isOurs = workerData === JUDGE || workerData === JUDGE_OF_OWN_KEYS
if (isOurs && parentPort) await serve(parentPort, workerData === JUDGE_OF_OWN_KEYS)
