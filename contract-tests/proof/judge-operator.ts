import { AsyncLocalStorage } from 'node:async_hooks'
import { parseJson, stringifyJson, type ClauseId } from '../../spec/index.ts'
import { clausesThatAre, faultsOf } from './read-report.ts'
import { runOn, testService } from './test-service.ts'
import type { Overlay, Reply, ServiceRequest } from './violations/service.ts'
import type { Operator } from './operators/operator.ts'

/** What became of a service that an operator has changed. */
export interface OperatorVerdict {
  readonly operator: Operator
  /** The clauses that the suite reported broken, or warned of. */
  readonly reported: readonly ClauseId[]
  readonly faults: readonly string[]
  /**
   * `right`: a clause that it may break was reported, and no other; or it is lawful, and none was. `no occasion`: no request
   * of the run met it. `astray`: another clause was reported.
   */
  readonly outcome: 'right' | 'missed' | 'astray' | 'no occasion'
}

const BEGINS = '2026-11-20T10:00:30Z'
const PETS = 60

/** What the suite says of the mock with an operator laid over it. */
export async function judgeOperator(operator: Operator): Promise<OperatorVerdict> {
  const { overlay, hasActed } = watched(operator.overlay)
  const report = await runOn(await testService(overlay, { begins: BEGINS, mock: { pets: PETS } }))
  const [reported, faults] = [
    [...clausesThatAre('broken', report), ...clausesThatAre('warned', report)],
    faultsOf(report),
  ]
  return { operator, reported, faults, outcome: outcomeOf(operator, reported, faults, hasActed()) }
}

function outcomeOf(
  { may }: Operator,
  reported: readonly ClauseId[],
  faults: readonly string[],
  hasActed: boolean,
): OperatorVerdict['outcome'] {
  if (faults.length > 0 || reported.some((id) => !may.includes(id))) return 'astray'
  if (!hasActed) return 'no occasion'
  return may.length > 0 && reported.length === 0 ? 'missed' : 'right'
}

interface Passed {
  readonly requests: ServiceRequest[]
  reply: Reply | undefined
}

/** The overlay, and whether it has changed anything: a reply, a request, or how often the service was asked. */
function watched(overlay: Overlay): { readonly overlay: Overlay; readonly hasActed: () => boolean } {
  const passing = new AsyncLocalStorage<Passed>()
  let acted = false
  return {
    hasActed: () => acted,
    overlay: (healthy) => {
      const changed = overlay(async (request) => {
        const passed = passing.getStore()
        const reply = await healthy(request)
        passed?.requests.push(request)
        if (passed) passed.reply ??= reply
        return reply
      })
      return (request) => {
        const passed: Passed = { requests: [], reply: undefined }
        return passing.run(passed, async () => {
          const reply = await changed(request)
          acted ||=
            passed.requests.length !== 1 ||
            !isSame(passed.requests[0], request) ||
            !isSame(meant(passed.reply), meant(reply))
          return reply
        })
      }
    },
  }
}

/** A reply as it is meant, however its JSON is written. */
function meant(reply: Reply | undefined): unknown {
  if (reply === undefined || !/^[[{]/.test(reply.body)) return reply
  return { ...reply, body: stringifyJson(parseJson(reply.body)) }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
