// The judge of a proxy, on a thread of its own; it does nothing where it is imported.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { CannotJudge, fewest, type Finding, type ObservedExchange } from '../judge.ts'
import { judgeExchange } from '../prism/judge-exchange.ts'
import { loadPrism } from '../prism/load-prism.ts'
import { mergeFindings } from '../merge-findings.ts'
import { TrafficHistory } from './traffic-history.ts'
import { universalFindings } from '../universal-findings.ts'

export const judgeWorker = new URL(import.meta.url)

/** The input of a thread. */
export const JUDGE = 'petstore judge'

/** A message to the thread: one exchange. */
export interface ToWorker {
  readonly id: number
  readonly exchange: ObservedExchange
}

/** A message of the thread: that it is ready, or why it never will be; findings, or why there are none. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'useless'; readonly why: string; readonly isMissing: boolean }
  | { readonly kind: 'findings'; readonly id: number; readonly findings: readonly Finding[] }
  | { readonly kind: 'failure'; readonly id: number; readonly why: string }

/** Our universal checks first, which name the clause; then further findings of Prism, and contradictions to earlier replies. */
async function judge({ id, exchange }: ToWorker, traffic: TrafficHistory): Promise<FromWorker> {
  try {
    const findings = mergeFindings(universalFindings(exchange), await judgeExchange(exchange))
    const isWrong = findings.some(({ severity }) => severity === 'error')
    return {
      kind: 'findings',
      id,
      findings: fewest([...findings, ...traffic.contradictions(exchange, isWrong)]),
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

async function serve(port: MessagePort): Promise<void> {
  const answer = (message: FromWorker): void => {
    port.postMessage(message)
  }
  try {
    await loadPrism()
    // The first exchange needs a good part of a second.
    await judgeExchange(FIRST)
  } catch (error) {
    answer({ kind: 'useless', why: String(error), isMissing: error instanceof CannotJudge })
    return
  }
  const traffic = new TrafficHistory()
  port.on('message', (asked: ToWorker) => {
    void judge(asked, traffic).then(answer)
  })
  answer({ kind: 'ready' })
}

if (workerData === JUDGE && parentPort) await serve(parentPort)
