import type { Change, WorldEvent } from '../../mock/core/journal/events.ts'
import { targetOf } from '../../mock/core/journal/entry-view.ts'
import type { Exchange } from '../../mock/core/journal/journal.ts'
import { redactKey } from '../../mock/core/message/redact.ts'
import { DEFAULT_WORLD } from '../../mock/core/world/worlds.ts'
import type { LogFormat } from './log-format.ts'
import type { Paint, Style } from '../environment/paint.ts'
import { perSecond } from './per-second.ts'
import { printable } from '../../spec/index.ts'

// The columns line up as long as nothing is longer than usual.
const METHOD = 4
const TARGET = 17
const WHO = 7
const LONGEST_TARGET = 200

/** The log for a person: time of day (UTC, by the world's clock), what was asked, what was answered, and why. */
export function prettyLog(paint: Paint): LogFormat {
  const timeText = perSecond((second) => paint('dim', new Date(second * 1000).toISOString().slice(11, 19)))
  const request = (exchange: Exchange): string => {
    const { request, reply, reason, time } = exchange
    const status = paint(styleOf(reply.status), String(reply.status))
    const rule = reason.rule === undefined ? '' : `${reason.rule}: `
    const asked = `${(request.method || '-').padEnd(METHOD)} ${shown(exchange).padEnd(TARGET)}`
    return `${timeText(time)}  ${asked}  ${status}  ${who(exchange).padEnd(WHO)}  ${rule}${printable(reason.sentence)}`
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

function shown(exchange: Exchange): string {
  const target = printable(targetOf(exchange)) || '-'
  return target.length <= LONGEST_TARGET ? target : `${target.slice(0, LONGEST_TARGET)}…`
}

function who({ key, request }: Exchange): string {
  return key === undefined ? request.address || '-' : redactKey(key)
}

function styleOf(status: number): Style {
  if (status < 400) return 'green'
  return status < 500 ? 'yellow' : 'red'
}
