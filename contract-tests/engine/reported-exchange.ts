import type {
  BreachShape,
  ExchangeRecord,
  ReportedBreach,
  ReportedExchange,
  UnansweredRequest,
} from '../report/model/run-report.ts'
import { requestShape } from '../report/model/findings.ts'
import { withoutKeys, type KeyCutter } from './cut-keys.ts'
import type { Exchange, Probe } from './exchange.ts'
import type { Excerpts } from './excerpt.ts'
import { inShell, type KeyVariables } from './keys.ts'
import type { Run } from './run.ts'
import type { Unanswered } from './unanswered.ts'
import type { Breach, Offence } from './verdicts.ts'

/** What reports show of exchanges. */
export interface Shown extends Pick<Run, 'settings' | 'cut'> {
  /** What they show of replies; all of them where it is absent. */
  readonly excerpts: Excerpts | undefined
}

/**
 * An exchange as reports show it. Its texts are written and cleaned of keys when the first of them is read: of hundreds of
 * exchanges most readers look at those of breaches alone.
 */
export function reportExchange(exchange: Exchange, shown: Shown): ReportedExchange {
  const { cut, excerpts } = shown
  const { id, probe, status } = exchange
  const { method, caller } = probe
  let texts: Pick<Required<ReportedExchange>, 'path' | 'curl' | 'headers' | 'body' | 'record'> | undefined
  const clean = (): NonNullable<typeof texts> => {
    const { headers, body } = excerpts?.of(exchange) ?? exchange
    const { body: cleanBody } = withoutKeys({ body }, cut)
    const record = recordOf(cleanBody === body ? exchange : { unread: NOT_WHOLE, ...exchange })
    return {
      ...sentOf(probe, shown),
      ...withoutKeys({ headers, record }, cut),
      body: cleanBody,
    }
  }
  const cleaned = (): NonNullable<typeof texts> => (texts ??= clean())
  return {
    id,
    method,
    get path() {
      return cleaned().path
    },
    get curl() {
      return cleaned().curl
    },
    caller,
    status,
    get headers() {
      return cleaned().headers
    },
    get body() {
      return cleaned().body
    },
    get record() {
      return cleaned().record
    },
  }
}

/** A request without a reply as reports show it. */
export function reportUnanswered({ after, probe, why }: Unanswered, shown: Shown): UnansweredRequest {
  const { method, caller, body } = probe
  const more = withoutKeys({ ...(body !== undefined && { body }), why }, shown.cut)
  return { after, method, ...sentOf(probe, shown), ...more, caller }
}

// To be judged again, a body must be there as it was judged.
const NOT_WHOLE = 'the report leaves out what is long, or may disclose a key'

function recordOf({ after, sent, received, probe, unread, tries }: Exchange): ExchangeRecord {
  return {
    after,
    sent: new Date(sent).toISOString(),
    received: new Date(received).toISOString(),
    ...(probe.base !== undefined && { base: probe.base }),
    headers: probe.headers,
    ...(probe.body !== undefined && { body: probe.body }),
    ...(unread !== undefined && { unread }),
    ...(tries !== undefined && { tries }),
  }
}

/** A breach as reports show it; its exchanges by shape, where there are several. */
export function reportBreach(breach: Breach): ReportedBreach {
  const { expected, actual, exchange, others, before } = breach
  const steps = [...before, exchange].map(({ id }) => id)
  const about = { expected, actual, exchange: exchange.id, ...(steps.length > 1 && { steps }) }
  if (others.length === 0) return about
  const alike = Map.groupBy([{ actual, exchange }, ...others], shapeOf).values()
  return { ...about, shapes: Array.from(alike, breachShape) }
}

function breachShape(own: readonly Offence[]): BreachShape {
  const [actual = '', ...others] = new Set(own.map((one) => one.actual))
  return {
    actual: others.length === 0 ? actual : `${actual}, and the like`,
    exchanges: [...new Set(own.map(({ exchange }) => exchange.id))],
  }
}

/** Equal for faults of one kind: the place in a list and the figures make no difference. */
function shapeOf({ actual, exchange: { probe, status } }: Offence): string {
  return [requestShape(probe), status, actual.replaceAll(/\d+/g, '0')].join(' ')
}

/** The path and the curl line of a request. Keys are cut where they are not filled in: the name of a variable may be like one. */
function sentOf(probe: Probe, { settings, cut }: Shown): Pick<ReportedExchange, 'path' | 'curl'> {
  const { baseUrl, secondBaseUrl, keyVariables } = settings
  const quote = (text: string): string => quoted(text, keyVariables, cut)
  const base = probe.base === 'second' ? (secondBaseUrl ?? baseUrl) : baseUrl
  const method = probe.method === 'HEAD' ? ' --head' : ` -X ${probe.method}`
  const fields = Object.entries(probe.headers).map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`)
  const data = probe.body === undefined ? '' : ` --data-raw ${quote(probe.body)}`
  const url = base + probe.path
  // Otherwise curl reads brackets and braces as a range of addresses.
  const plain = /[[\]{}]/.test(url) ? ' --globoff' : ''
  return {
    path: inShell(probe.path, keyVariables, cut),
    curl: `curl -sSi${method}${plain} ${quote(url)}${fields.join('')}${data}`,
  }
}

/** Quotes for a shell, without keys: single quotes, but double ones where a key is to be filled in. */
function quoted(text: string, variables: KeyVariables, cut: KeyCutter): string {
  if (inShell(text) === text) return `'${cut(text).replaceAll("'", `'\\''`)}'`
  const escaped = (between: string): string => cut(between).replaceAll(/["$`\\]/g, String.raw`\$&`)
  return `"${inShell(text, variables, escaped)}"`
}
