import type { ContractSettings } from '../../engine/settings.ts'
import type { Caller, Exchange } from '../../engine/exchange.ts'
import { inShell } from '../../engine/placeholders.ts'

/** An exchange as reports show it: plain data without a key in it. */
export interface ReportedExchange {
  readonly id: number
  readonly method: string
  readonly path: string
  /** A command that repeats the request, with `$API_KEY` in place of the key. */
  readonly curl: string
  /** Who it was sent as. */
  readonly caller: Caller
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** At most so much of the body as a reader wants to see. */
  readonly body: string
  /** Ids of the pets that it added, as decimal text. */
  readonly created?: readonly string[]
}

const LONGEST_BODY = 4000

export function reportExchange(exchange: Exchange, settings: ContractSettings): ReportedExchange {
  const { id, probe, status, headers, body } = exchange
  const shown =
    body.length <= LONGEST_BODY ? body : `${body.slice(0, LONGEST_BODY)}… (${body.length} characters)`
  const added = createdId(exchange)
  return {
    id,
    method: probe.method,
    path: inShell(probe.path),
    curl: curlOf(exchange, settings),
    caller: probe.caller,
    status,
    headers,
    body: shown,
    ...(added !== undefined && { created: [added] }),
  }
}

function createdId({ status, probe, json }: Exchange): string | undefined {
  if (status !== 201 || probe.operation !== 'createPet') return undefined
  return typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : undefined
}

function curlOf({ probe }: Exchange, { baseUrl, secondBaseUrl }: ContractSettings): string {
  const base = probe.base === 'second' ? (secondBaseUrl ?? baseUrl) : baseUrl
  const method = probe.method === 'HEAD' ? ' --head' : ` -X ${probe.method}`
  const fields = Object.entries(probe.headers).map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`)
  const data = probe.body === undefined ? '' : ` --data-raw ${quote(probe.body)}`
  return `curl -i${method} ${quote(base + probe.path)}${fields.join('')}${data}`
}

/** Quotes for a shell: single quotes, but double ones where a key is to be filled in. */
function quote(text: string): string {
  const written = inShell(text)
  if (written === text) return `'${text.replaceAll("'", `'\\''`)}'`
  return `"${written}"`
}
