import { pathOf } from '../../spec/operations.ts'
import { A_MOMENT_MS } from '../report/model/story.ts'
import { credentialOf } from '../history/credentials.ts'
import { type Finding, type RecordedExchange, wrongOf } from '../history/history.ts'
import { idText, isAdded } from '../history/values.ts'

/**
 * The findings of a clause, the simplest first: requests that are answered alike after the run, of the document, one soon after the
 * other, with the first key or none, with a plain body or none, for no pet in particular, and with the shortest path and body; of equal
 * ones the first. It is one of those like the first finding, from which others may follow: where that takes one exchange, each that
 * does; where it takes several, those of as many and in the same words, but for numbers and quoted values. One that names
 * another clause first is no example of this one where an exchange by itself shows it.
 */
export function simplestFirst(
  findings: readonly Finding[],
  exchanges: readonly RecordedExchange[],
): readonly Finding[] {
  const own = findings.filter(({ isOfAnother }) => isOfAnother !== true)
  const examples = own.some(({ steps }) => steps.length === 1) ? own : findings
  const [first] = examples
  if (first === undefined) return findings
  const added = addedIn(exchanges)
  const [simplest = first] = examples
    .filter((one) => one.steps.length === first.steps.length)
    .filter((one) => first.steps.length === 1 || kindOf(one) === kindOf(first))
    .toSorted((one, other) => difference(oddityOf(one, added), oddityOf(other, added)))
  return [simplest, ...findings.filter((one) => one !== simplest)]
}

/** What a finding of several exchanges says, but for numbers and quoted values. */
function kindOf({ expected, actual, steps }: Finding): string {
  const texts = [expected, actual, ...steps.map(({ shows }) => shows)]
  return texts.join('\n').replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+/g, '')
}

/** The paths of the pets that a run has added. */
function addedIn(exchanges: readonly RecordedExchange[]): ReadonlySet<string> {
  const creations = exchanges.filter((one) => one.probe.operation === 'createPet' && isAdded(one))
  return new Set(creations.map(({ json }) => pathOf('getPet', idText(json))))
}

/** What there is to look at in the requests of a finding, the oddest first; `added` are the paths of pets that the run has added. */
function oddityOf(finding: Finding, added: ReadonlySet<string>): readonly number[] {
  const wrong = wrongOf(finding)
  if (wrong === undefined) return [Number.POSITIVE_INFINITY]
  const all = new Set([...finding.steps.map(({ exchange }) => exchange), wrong])
  const oddities = [...all].map((exchange) => [
    // By now the pet is there.
    Number(exchange.status === 404 && added.has(exchange.probe.path)),
    Number(exchange !== wrong && exchange.status >= 400),
    ...oddityOfRequest(exchange.probe, credentialOf(exchange)),
  ])
  const [first = []] = oddities
  const [areAdded = 0, ...others] = first.map((_count, at) =>
    oddities.reduce((sum, one) => sum + (one[at] ?? 0), 0),
  )
  return [areAdded, Number(waits([...all])), ...others]
}

/** Whether who repeats them has to wait between two of them. */
function waits(exchanges: readonly RecordedExchange[]): boolean {
  const inOrder = exchanges.toSorted((one, other) => one.sent - other.sent)
  return inOrder.some((one, at) => one.sent - (inOrder[at - 1]?.received ?? one.sent) > A_MOMENT_MS)
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
