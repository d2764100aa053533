import { useState } from 'preact/hooks'
import { clauses } from '../../../../spec/generated/clauses.ts'
import type { Change, JournalEntry } from '../../../client/generated/wire.ts'
import type { Step } from '../../../core/message/outcome.ts'
import { curlLine } from '../state/curl-line.ts'
import { Prose } from './elements.tsx'
import { useOpening } from './use-opening.ts'
import { useRoom } from './use-room.ts'
import { figure, unbroken } from './words.ts'

/** Equal exchanges in a row as one line with their number, which expands to a line for each, the newest first. */
export function EqualLines({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const { isOpen, toggle, place } = useOpening()
  const [entry] = entries
  if (!entry) return null
  const { id = 0 } = entries.at(-1) ?? {}
  return (
    <li ref={place} class={`line equal ${classOf(entry)}`}>
      <LineHead
        entry={entry}
        count={entries.length}
        isOpen={isOpen}
        controls={`equal-${id}`}
        onToggle={toggle}
      />
      {isOpen && (
        <ol class="equal-lines" id={`equal-${id}`}>
          {entries.map((one) => (
            <EntryLine key={one.id} entry={one} />
          ))}
        </ol>
      )}
    </li>
  )
}

function classOf({ status }: JournalEntry): string {
  return `s${Math.floor(status / 100)} ${status === 429 ? 's429' : ''}`
}

interface HeadProps {
  readonly entry: JournalEntry
  /** How many exchanges the line stands for. */
  readonly count?: number
  readonly isOpen: boolean
  /** The id of what it opens. */
  readonly controls: string
  readonly onToggle: () => void
}

function LineHead({ entry, count = 1, isOpen, controls, onToggle }: HeadProps) {
  const { keyNames } = useRoom().traffic
  const { time, method, target, status, reason } = entry
  const name = keyNames.nameOf(keyNames.keyOf(entry))
  return (
    <button
      type="button"
      class="line-head"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      <time dateTime={time}>{time.slice(11, 19)}</time>
      <span class="status">
        {status} {count > 1 && <span class="times">× {figure(count)}</span>}
      </span>
      <span class="target" title={`${method} ${target}`}>
        <b>{method}</b> {target}
      </span>
      <span class="line-key" title={name}>
        {name}
      </span>
      <span class="sentence">{unbroken(reason.sentence)}</span>
    </button>
  )
}

/** An exchange as a line, which expands to its details. */
export function EntryLine({ entry }: { readonly entry: JournalEntry }) {
  const { isOpen, toggle, place } = useOpening()
  return (
    <li ref={place} class={`line exchange ${classOf(entry)}`}>
      <LineHead entry={entry} isOpen={isOpen} controls={`exchange-${entry.id}`} onToggle={toggle} />
      {isOpen && <EntryDetail entry={entry} />}
    </li>
  )
}

/** What decided, in words. */
const STEPS = {
  connection: 'the form of the request',
  store: 'the store of the mock',
  meter: 'the rate limit',
  authenticate: 'the check of the key',
  route: 'path and method',
  fault: 'a fault',
  'read body': 'the body of the request',
  act: 'the operation',
  forward: 'the service behind',
  bug: 'a bug of the mock',
} as const satisfies Readonly<Record<Step, string>>

function wordsFor(step: string): string {
  return Object.entries(STEPS).find(([name]) => name === step)?.[1] ?? step
}

/** The details of an exchange: the reason, the request, the reply, and a curl command that repeats it. */
export function EntryDetail({ entry }: { readonly entry: JournalEntry }) {
  const { id, reason, request, reply, method, target, status } = entry
  const { baseUrl, proxied: isProxied } = useRoom()
  const proxied = isProxied.value
  const curl = curlLine(entry, new URL(baseUrl.value).origin)
  return (
    <div class="detail" id={`exchange-${id}`}>
      <p class="why">
        <b>{unbroken(reason.sentence)}</b>
        <span> Decided by {wordsFor(reason.step)}.</span>
        {reason.rule !== null && <Rule id={reason.rule} />}
      </p>
      <div class="both">
        <Half title="Request" first={`${method} ${target}`} headers={request.headers} body={request.body} />
        <Half
          title="Reply"
          first={String(status)}
          headers={reply.headers}
          body={reply.body}
          note={
            proxied ? undefined : 'Content-Length and the headers for CORS and the connection are not listed.'
          }
        />
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

/** The clause or the open point behind a reply. */
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
  readonly note?: string | undefined
}

function Half({ title, first, headers, body, note }: HalfProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div class="half">
      <h3>{title}</h3>
      <pre tabIndex={0}>
        <code>{[first, ...lines, '', body === null ? '' : indented(body)].join('\n').trimEnd()}</code>
      </pre>
      {note !== undefined && <p class="note">{note}</p>}
    </div>
  )
}

// Indents only JSON that survives parsing digit for digit.
function indented(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body
  } catch {
    return body
  }
}

/** Copies a text, and confirms it. */
export function CopyButton({ text }: { readonly text: string }) {
  const [label, setLabel] = useState('Copy')
  return (
    <button
      type="button"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => {
            setLabel('Copied')
          },
          () => {
            setLabel('Cannot copy. Select the text instead')
          },
        )
      }}
    >
      {label}
    </button>
  )
}

/** A change as a line. */
export function ChangeLine({ change }: { readonly change: Change }) {
  return (
    <li class={`line change ${change.what}`}>
      <time dateTime={change.time}>{change.time.slice(11, 19)}</time>
      <span class="sentence">{unbroken(useRoom().traffic.keyNames.namedIn(change))}</span>
    </li>
  )
}
