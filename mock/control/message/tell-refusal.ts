import type { Request } from 'express'
import type { ServerResponse } from 'node:http'
import { redactKey } from '../../core/message/redact.ts'
import { DEFAULT_WORLD, type Worlds } from '../../core/world/worlds.ts'
import { ControlRefusal } from './control-refusal.ts'
import { sendReply, type AnyReply } from './send-reply.ts'

/** Sends a reply of the control API. */
export type Send = (request: Request, response: ServerResponse, reply: AnyReply | ControlRefusal) => void

/** Sends replies, and tells the listeners of the worlds, the log among them, what was refused. */
export function sendAndTell(worlds: Worlds): Send {
  return (request, response, reply) => {
    sendReply(request, response, reply)
    if (!(reply instanceof ControlRefusal)) return
    const [, named = DEFAULT_WORLD] = /^\/worlds\/([^/]*)/.exec(request.path) ?? []
    const { name, clock } = worlds.find(named) ?? worlds.default
    const sentence = sentenceOf(request, reply)
    worlds.events.emit({
      kind: 'change',
      change: { world: name, time: clock.read().now, what: 'refused', sentence },
    })
  }
}

const LONGEST_PATH = 200

/** What was asked for, and why not; keys are cut. */
function sentenceOf({ method, baseUrl, path }: Request, { status, message }: ControlRefusal): string {
  const target = (baseUrl + path).slice(0, LONGEST_PATH)
  const asked = target.replace(
    /(\/keys\/)([^/]+)/,
    (_whole, before: string, key: string) => before + redactKey(key),
  )
  const why = message.replace(/There is no key ".*$/s, 'There is no such key').replaceAll(target, asked)
  return `${method} ${asked}: ${status} ${why}`
}
