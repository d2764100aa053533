import type { Line } from './traffic.ts'

/** What the traffic is narrowed to; an empty text does not narrow it. */
export interface TrafficFilter {
  /** A key as it is shown, cut. */
  readonly key: string
  /** A status, or a class of them such as `4xx`. */
  readonly status: string
  readonly operation: string
}

export const allTraffic: TrafficFilter = { key: '', status: '', operation: '' }

export function passes(line: Line, { key, status, operation }: TrafficFilter): boolean {
  // What changed in the world explains the exchanges around it, unless only some are asked for.
  if (line.kind === 'change') return key === '' && status === '' && operation === ''
  const { exchange } = line
  return (
    (key === '' || (exchange.key ?? 'no key') === key) &&
    (status === '' || hasStatus(exchange.status, status)) &&
    (operation === '' || exchange.operation === operation)
  )
}

function hasStatus(status: number, wanted: string): boolean {
  return wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted
}
