import { clausesOfFault, replyRules } from '../../../contract-tests/history/reply-rules.ts'
import type { RecordedExchange } from '../../../contract-tests/history/history.ts'
import { judge } from '../../../contract-tests/history/judge.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import type { Case, Group } from './cases.ts'
import { randomHistory } from './random-client.ts'

/** What was found in the histories of a group of services. It can be sent between threads. */
export interface Found {
  judged: number
  /** Histories in which something was found. */
  found: number
  /** Those of them in which a clause was named that may be broken. */
  right: number
  /** Names of services of which some history showed something. */
  readonly shown: Set<string>
  /** In words, each history in which a clause was named wrongly. */
  readonly wrong: string[]
}

export function nothingFound(): Found {
  return { judged: 0, found: 0, right: 0, shown: new Set(), wrong: [] }
}

/** Judges histories one after the other. */
export async function judgeCases(cases: readonly Case[]): Promise<ReadonlyMap<Group, Found>> {
  const results = new Map<Group, Found>()
  for (const { group, name, seed, due, makes } of cases) {
    const result = results.get(group) ?? nothingFound()
    results.set(group, result)
    const requests = REQUESTS[seed % REQUESTS.length] ?? 40
    const findings = clausesIn(await randomHistory(await makes(), seed, requests))
    result.judged += 1
    if (findings.length === 0) continue
    result.found += 1
    result.shown.add(name)
    if (findings.some((clauses) => clauses.some((one) => due.includes(one)))) result.right += 1
    else result.wrong.push(`${name}, seed ${seed}: ${mistake(due, findings)}`)
  }
  return results
}

const REQUESTS = [15, 40, 40, 90]

function mistake(due: readonly ClauseId[], findings: readonly (readonly ClauseId[])[]): string {
  const named = findings.map((one) => one.join(' or ')).join(', ')
  return due.length === 0 ? `blamed for ${named}` : `${due.join(' ')} is broken, and named ${named}`
}

/** What a history shows: each clause that may be broken by one of its findings, in a list of its own. */
function clausesIn(exchanges: readonly RecordedExchange[]): readonly (readonly ClauseId[])[] {
  const alone = exchanges.flatMap((exchange) => {
    const { base: _base, ...probe } = exchange.probe
    const own = { ...exchange, probe: { ...probe, caller: 'key' } }
    return replyRules
      .filter((check) => check.concerns(own) && check.fault(own) !== undefined)
      .map((check) => ({ clauses: clausesOfFault(check, exchange), id: exchange.id }))
  })
  const must = alone.filter(({ clauses }) => !clauses.some((clause) => STANDARDS.has(clause)))
  const discredited = new Set(must.map(({ id }) => id))
  const together = judge({ exchanges, discredited }).map(({ clause, alternatives }) => [
    clause,
    ...alternatives,
  ])
  return [...must.map(({ clauses }) => clauses), ...together]
}

const STANDARDS = new Set<ClauseId>(['AUTH-6', 'ERROR-3', 'LIMIT-13', 'LIMIT-16'])
