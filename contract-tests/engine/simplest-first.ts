import { credentialOf } from '../history/credentials.ts'
import { type Finding, type RecordedExchange, wrongOf } from '../history/history.ts'

/**
 * The findings of a clause, the simplest first: requests of the document with the first key or none, with a plain body or none, for
 * no pet in particular, and with the shortest path and body; of equal ones the first. It is one of those like the first finding, from
 * which others may follow: where that takes one exchange, each that does; where it takes several, those of as many and in the same
 * words, but for numbers and quoted values.
 */
export function simplestFirst(findings: readonly Finding[]): readonly Finding[] {
  const [first] = findings
  if (first === undefined) return findings
  const [simplest = first] = findings
    .filter((one) => one.steps.length === first.steps.length)
    .filter((one) => first.steps.length === 1 || kindOf(one) === kindOf(first))
    .toSorted((one, other) => difference(oddityOf(one), oddityOf(other)))
  return [simplest, ...findings.filter((one) => one !== simplest)]
}

/** What a finding of several exchanges says, but for numbers and quoted values. */
function kindOf({ expected, actual, steps }: Finding): string {
  const texts = [expected, actual, ...steps.map(({ shows }) => shows)]
  return texts.join('\n').replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+/g, '')
}

/** What there is to look at in the requests of a finding, the oddest first. */
function oddityOf(finding: Finding): readonly number[] {
  const wrong = wrongOf(finding)
  if (wrong === undefined) return [Number.POSITIVE_INFINITY]
  const all = new Set([...finding.steps.map(({ exchange }) => exchange), wrong])
  const oddities = [...all].map((exchange) => [
    Number(exchange !== wrong && exchange.status >= 400),
    ...oddityOfRequest(exchange.probe, credentialOf(exchange)),
  ])
  const [first = []] = oddities
  return first.map((_count, at) => oddities.reduce((sum, one) => sum + (one[at] ?? 0), 0))
}

// The documented members, in an order as anybody writes them, and a name of a few letters, of which no service has a rule.
const PLAIN_BODY = /^{"name":"[A-Za-z][\w -]{2,40}","categoryId":\d{1,9}(?:,"status":"[a-z]+")?}$/

const USUAL_HEADERS = ['Authorization', 'Content-Type']

function oddityOfRequest(
  { path, headers, body, operation, caller, isInvalid }: RecordedExchange['probe'],
  credential: ReturnType<typeof credentialOf>,
): readonly number[] {
  const hasUsualKey = ['key', 'none'].includes(credential)
  const isUsual = hasUsualKey && Object.keys(headers).every((name) => USUAL_HEADERS.includes(name))
  const isPlain =
    isInvalid !== true && (body === undefined ? operation !== 'createPet' : PLAIN_BODY.test(body))
  const odd = [!isUsual || operation === undefined, !isPlain, body !== undefined, caller === 'second key']
  return [...odd, operation === 'getPet'].map(Number).concat(path.length + (body ?? '').length)
}

function difference(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((count, place) => count !== other[place])
  return (one[at] ?? 0) - (other[at] ?? 0)
}
