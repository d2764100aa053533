import { clauses } from '../../../../spec/generated/clauses.ts'
import type { Exchange } from '../state/control-api.ts'
import { curlLine } from '../state/curl-line.ts'
import { CopyButton } from './copy-button.tsx'
import { Prose } from './prose.tsx'
import { useRoom } from './use-room.ts'

/** All of an exchange: why it was answered so, the request, the reply, and a line that sends it again. */
export function ExchangeDetail({ exchange }: { readonly exchange: Exchange }) {
  const { id, reason, request, reply, method, target, status } = exchange
  const curl = curlLine(exchange, location.origin)
  return (
    <div class="detail" id={`exchange-${id}`}>
      <p class="why">
        <b>{reason.sentence}</b>
        <span> Decided at: {reason.step}.</span>
        {reason.rule !== null && <Rule id={reason.rule} />}
      </p>
      <div class="both">
        <Half title="Request" first={`${method} ${target}`} headers={request.headers} body={request.body} />
        <Half title="Reply" first={String(status)} headers={reply.headers} body={reply.body} />
      </div>
      <div class="curl">
        <pre>
          <code>{curl}</code>
        </pre>
        <CopyButton text={curl} />
      </div>
    </div>
  )
}

/** The promise, or the open point, that a reply follows. */
function Rule({ id }: { readonly id: string }) {
  const { choices } = useRoom().readings
  const clause = clauses.find((one) => one.id === id)
  const point = choices.value.find((one) => one.id === id)
  return (
    <span class="rule">
      <code>{id}</code>{' '}
      <Prose text={clause?.text ?? (point ? `${point.question} Chosen: ${point.chosen}.` : '')} />
    </span>
  )
}

interface HalfProps {
  readonly title: string
  readonly first: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

function Half({ title, first, headers, body }: HalfProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div class="half">
      <h3>{title}</h3>
      <pre tabIndex={0}>
        <code>{[first, ...lines, '', body === null ? '' : indented(body)].join('\n').trimEnd()}</code>
      </pre>
    </div>
  )
}

// Only what comes out digit for digit is laid out anew.
function indented(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body
  } catch {
    return body
  }
}
