import type { Change, WorldEvent } from '../../mock/core/journal/events.ts'
import { targetOf } from '../../mock/core/journal/entry-view.ts'
import type { JournalEntry } from '../../mock/core/journal/journal.ts'
import { distinctForm, isFormOf } from '../../mock/core/message/distinct-form.ts'
import { redactKey } from '../../mock/core/message/redact.ts'
import { DEFAULT_WORLD } from '../../mock/core/world/worlds.ts'
import { printable } from '../../spec/wording.ts'
import type { Paint, Style } from '../environment/paint.ts'

/** How the log is written; every method returns one line without its end. */
export interface LogFormat {
  event(event: WorldEvent): string
  /** `time` in Unix milliseconds. */
  notice(notice: Notice, time: number): string
}

/** Something that the command itself has to say while it runs. */
export interface Notice {
  readonly level: 'info' | 'warning'
  /** In English, one line. */
  readonly sentence: string
}

// The columns line up: those of method and target are as wide as the longest one so far, unless that is very long.
const METHOD = 4
const WIDEST_METHOD = 7
const TARGET = 17
const WIDEST_TARGET = 48
const WHO = 7
const LONGEST_TARGET = 200
/** How many keys are distinguished, and how many of them that have one redacted form. */
const MOST_KEYS = 10_000
const MOST_ALIKE = 200

/** The log for people: time of day (UTC, by the world's clock), request, reply and reason. `keys`: those known when it begins. */
export function prettyLog(paint: Paint, keys: readonly string[] = []): LogFormat {
  const timeText = perSecond((second) => paint('dim', new Date(second * 1000).toISOString().slice(11, 19)))
  let widest = TARGET
  let widestMethod = METHOD
  // The journal stores one of several equal requests.
  const asked = ofLast((request: JournalEntry['request']) => {
    const target = shown(request)
    if (target.length <= WIDEST_TARGET) widest = Math.max(widest, target.length)
    const method = request.method || '-'
    if (method.length <= WIDEST_METHOD) widestMethod = Math.max(widestMethod, method.length)
    return `${method.padEnd(widestMethod)} ${target.padEnd(widest)}`
  })
  const statusText = ofLast((status: number) => paint(styleOf(status), String(status)))
  const keyText = distinctTexts(keys)
  const request = ({ request, reply, reason, time, key }: JournalEntry): string => {
    const who = key === undefined ? (request.address || '-').padEnd(WHO) : keyText(key)
    const rule = reason.rule === undefined ? '' : `${reason.rule}: `
    return `${timeText(time)}  ${asked(request)}  ${statusText(reply.status)}  ${who}  ${rule}${printable(reason.sentence)}`
  }
  const change = ({ world, time, what, sentence }: Change): string => {
    const where = world === DEFAULT_WORLD ? '' : `${world} `
    return `${timeText(time)}  ${paint('cyan', `${where}${what}`)}  ${printable(sentence)}`
  }
  return {
    event: (event: WorldEvent) =>
      event.kind === 'exchange' ? request(event.exchange) : change(event.change),
    notice: ({ level, sentence }, time) =>
      `${timeText(time)}  ${paint(level === 'info' ? 'bold' : 'yellow', printable(sentence))}`,
  }
}

function shown(request: JournalEntry['request']): string {
  const target = printable(targetOf({ request })) || '-'
  return target.length <= LONGEST_TARGET ? target : `${target.slice(0, LONGEST_TARGET)}…`
}

function styleOf(status: number): Style {
  if (status < 400) return 'green'
  return status < 500 ? 'yellow' : 'red'
}

/** The log for a machine: one JSON object a line, distinguished by `event`; exchanges with the names of the journal. */
export function jsonLog(): LogFormat {
  const untilSecond = perSecond((second) => new Date(second * 1000).toISOString().slice(0, -4))
  const timeText = (time: number): string => `${untilSecond(time)}${String(time % 1000).padStart(3, '0')}Z`
  return {
    event: (event) =>
      event.kind === 'exchange'
        ? jsonLine(exchangeFields(event.exchange, timeText))
        : jsonLine({ event: 'change', ...event.change, time: timeText(event.change.time) }),
    notice: (notice, time) => jsonLine({ event: 'notice', time: timeText(time), ...notice }),
  }
}

/** One line of JSON. Control characters that JSON allows are escaped too. */
export function jsonLine(fields: Readonly<Record<string, unknown>>): string {
  return printable(JSON.stringify(fields))
}

function exchangeFields(exchange: JournalEntry, timeText: (time: number) => string): Record<string, unknown> {
  const { request, reply, reason, key } = exchange
  return {
    event: 'exchange',
    time: timeText(exchange.time),
    world: exchange.world,
    id: exchange.id,
    method: request.method,
    target: targetOf(exchange),
    operation: exchange.operation ?? null,
    key: key === undefined ? null : redactKey(key),
    address: request.address,
    status: reply.status,
    reason: { step: reason.step, rule: reason.rule ?? null, sentence: reason.sentence },
  }
}

/**
 * The keys of a log, each in a form that distinguishes it from those before, and from those known from the start. Only the first
 * ones are distinguished: to work out the forms of many keys would take longer than to answer their requests.
 */
function distinctTexts(known: readonly string[]): (key: string) => string {
  const texts = new Map<string, string>()
  /** Those keys, by their redacted forms. */
  const groups = new Map<string, string[]>()
  const add = (key: string): string => {
    const cut = redactKey(key)
    const alike = groups.get(cut) ?? []
    if (texts.size >= MOST_KEYS || alike.length >= MOST_ALIKE) return cut.padEnd(WHO)
    groups.set(cut, alike)
    // The others stay as the lines before show them.
    const mistaken = alike.filter((one) => isFormOf(texts.get(one)?.trimEnd() ?? '', key))
    alike.push(key)
    for (const one of [...mistaken, key]) texts.set(one, distinctForm(one, [...alike, ...known]).padEnd(WHO))
    return texts.get(key) ?? cut
  }
  return (key) => texts.get(key) ?? add(key)
}

/** Writes times in seconds. */
function perSecond(write: (second: number) => string): (time: number) => string {
  const text = ofLast(write)
  return (time) => text(Math.floor(time / 1000))
}

/** Works a text out only where it is another one than the last: a busy mock logs thousands of lines in each second. */
function ofLast<Subject>(write: (subject: Subject) => string): (subject: Subject) => string {
  let last: { readonly subject: Subject; readonly text: string } | undefined
  return (subject) => {
    if (!last || last.subject !== subject) last = { subject, text: write(subject) }
    return last.text
  }
}
