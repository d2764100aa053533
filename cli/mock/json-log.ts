import { targetOf } from '../../mock/core/journal/entry-view.ts'
import type { Exchange } from '../../mock/core/journal/journal.ts'
import { redactKey } from '../../mock/core/message/redact.ts'
import type { LogFormat } from './log-format.ts'
import { perSecond } from './per-second.ts'
import { printable } from '../../spec/index.ts'

/** The log for a machine: one JSON object a line, told apart by `event`; exchanges with the names of the journal. */
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

/** One line of JSON. What JSON itself would let through to a terminal is escaped too. */
export function jsonLine(fields: Readonly<Record<string, unknown>>): string {
  return printable(JSON.stringify(fields))
}

function exchangeFields(exchange: Exchange, timeText: (time: number) => string): Record<string, unknown> {
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
