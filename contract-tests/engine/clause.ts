import { inject, test, type TestContext } from 'vitest'
import { choosable, clauses, type ClauseId, type OpenPointId } from '../../spec/index.ts'
import { Breach, WrongStatus } from './breach.ts'
import type { Need } from './needs.ts'
import { NotVerified } from './not-verified.ts'
import { cutKeys } from './placeholders.ts'
import type { ReportedBreach, ReportedExchange, SecondOpinion } from '../report/model/run-report.ts'
import { reportExchange } from './reported-exchange.ts'
import { currentRun, type Run } from './run.ts'

/** What a test tells of its exchanges, over the border of its thread. */
interface Told {
  evidence: readonly number[]
  sent: readonly ReportedExchange[]
  /** Why nothing could be found out. */
  hindrance?: string
}

interface ClauseFinding extends Told {
  readonly clause: ClauseId
  readonly aspect: string
  readonly needs: readonly Need[]
  breach?: ReportedBreach
}

interface Observation extends Told {
  readonly openPoint: OpenPointId
  variant?: string
}

declare module 'vitest' {
  interface TaskMeta {
    finding?: ClauseFinding
    observation?: Observation
    opinion?: SecondOpinion
  }
}

/**
 * A test of one clause. It holds when `check` ends, is broken when that throws a Breach, not verified when it throws
 * NotVerified; anything else is a fault of the suite itself.
 */
export function clause(
  id: ClauseId,
  aspect: string,
  needs: readonly Need[],
  check: (run: Run) => Promise<void>,
): void {
  const { only } = inject('contract')
  if (only.length > 0 && !only.includes(id)) return
  const text = clauses.find((one) => one.id === id)?.text ?? ''
  const finding: ClauseFinding = { clause: id, aspect, needs, evidence: [], sent: [] }
  test(`${id} ${aspect === '' ? text : aspect}`, { meta: { finding } }, async (context) => {
    context.task.meta.finding = finding
    await gatherEvidence(finding, context, async (run) => {
      try {
        await check(run)
      } catch (error) {
        if (error instanceof Breach) {
          const { expected, actual, exchange } = error
          if (error instanceof WrongStatus) run.session.discredited.add(exchange)
          finding.breach = { expected, actual: cutKeys(actual, run.settings), exchange: exchange.id }
        }
        throw error
      }
    })
  })
}

/** An observation of an open point: `observe` says which lawful variant the service shows, and judges nothing. */
export function openPoint(id: OpenPointId, observe: (run: Run) => Promise<string>): void {
  if (inject('contract').only.length > 0) return
  const question = choosable.find((point) => point.id === id)?.question ?? ''
  const observation: Observation = { openPoint: id, evidence: [], sent: [] }
  test(`${id} ${question}`, { meta: { observation } }, async (context) => {
    context.task.meta.observation = observation
    await gatherEvidence(observation, context, async (run) => {
      observation.variant = await observe(run)
    })
  })
}

async function gatherEvidence(
  told: ClauseFinding | Observation,
  context: TestContext,
  look: (run: Run) => Promise<void>,
): Promise<void> {
  const run = await currentRun()
  run.session.takeEvidence()
  try {
    await look(run)
  } catch (error) {
    if (!(error instanceof NotVerified)) throw error
    told.hindrance = cutKeys(error.message, run.settings)
    context.skip(told.hindrance)
  } finally {
    told.evidence = run.session.takeEvidence().map((exchange) => exchange.id)
    told.sent = run.session.takeUnreported().map((exchange) => reportExchange(exchange, run.settings))
  }
}
