import { credentialOf } from '../history/credentials.ts'
import { type Finding, type RecordedExchange, wrongOf } from '../history/history.ts'

/**
 * The findings of a clause with the simplest of those first that one exchange shows alone: a request of the document with the first
 * key or none, without a body, for no pet in particular, and with the shortest path; of equal ones the first. Where the first takes
 * several exchanges, for the others may follow from that, the order is as it was.
 */
export function simplestFirst(findings: readonly Finding[]): readonly Finding[] {
  const [first] = findings
  if (first === undefined || first.steps.length > 1) return findings
  const [simplest = first] = findings
    .filter(({ steps }) => steps.length === 1)
    .toSorted((one, other) => difference(oddityOf(wrongOf(one)), oddityOf(wrongOf(other))))
  return [simplest, ...findings.filter((one) => one !== simplest)]
}

const USUAL_HEADERS = ['Authorization', 'Content-Type']

/** What there is to look at in a request, the oddest first. */
function oddityOf(exchange: RecordedExchange | undefined): readonly number[] {
  if (exchange === undefined) return [Number.POSITIVE_INFINITY]
  const { path, headers, body, operation, caller } = exchange.probe
  const hasUsualKey = ['key', 'none'].includes(credentialOf(exchange))
  const isUsual = hasUsualKey && Object.keys(headers).every((name) => USUAL_HEADERS.includes(name))
  const odd = [!isUsual || operation === undefined, body !== undefined, caller === 'second key']
  return [...odd, operation === 'getPet'].map(Number).concat(path.length)
}

function difference(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((count, place) => count !== other[place])
  return (one[at] ?? 0) - (other[at] ?? 0)
}
