import type { FaultEffect } from './faults.ts'
import type { Refusal } from '../message/outcome.ts'
import type { Reply } from '../request/reply.ts'

/** The error that a fault puts in the place of acting. */
export function injectedError({ status }: Extract<FaultEffect, { kind: 'status' }>): Refusal {
  return {
    status,
    code: 'injected_fault',
    message: `A fault was set: this request is answered ${status}`,
    reason: { step: 'fault', sentence: `a fault answers ${status}; nothing was done` },
  }
}

const PAGE = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1><p>A fault was set.</p>'

/** The same reply with a page in place of its JSON, as a proxy in between may send it. */
export function notJson(reply: Reply): Reply {
  const headers = reply.headers.map((field) => (field.startsWith('application/json') ? 'text/html' : field))
  return { ...reply, headers, body: PAGE }
}
