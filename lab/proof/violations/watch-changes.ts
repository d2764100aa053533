import { AsyncLocalStorage } from 'node:async_hooks'
import { parseJson, stringifyJson } from '../../../spec/exact-json/json.ts'
import type { Overlay, Reply, ServiceRequest } from './service.ts'

interface PassedThrough {
  readonly requests: ServiceRequest[]
  reply: Reply | undefined
}

/** An overlay, and whether it has changed anything. */
export interface WatchedOverlay {
  readonly overlay: Overlay
  readonly hasActed: () => boolean
}

/** The overlay, and whether it has changed a reply, a request, or how many requests the service got. */
export function watchChanges(overlay: Overlay): WatchedOverlay {
  const current = new AsyncLocalStorage<PassedThrough>()
  let acted = false
  return {
    hasActed: () => acted,
    overlay: (healthy) => {
      const changed = overlay(async (request) => {
        const passed = current.getStore()
        const reply = await healthy(request)
        passed?.requests.push(request)
        if (passed) passed.reply ??= reply
        return reply
      })
      return (request) => {
        const passed: PassedThrough = { requests: [], reply: undefined }
        return current.run(passed, async () => {
          const reply = await changed(request)
          acted ||=
            passed.requests.length !== 1 ||
            !isSame(passed.requests[0], request) ||
            passed.reply === undefined ||
            !isSameReply(passed.reply, reply)
          return reply
        })
      }
    },
  }
}

export function isSameReply(one: Reply, other: Reply): boolean {
  return isSame(normalized(one), normalized(other))
}

/** A reply in which the free choices of writing JSON are normalized. */
function normalized(reply: Reply): Reply {
  if (!/^[[{]/.test(reply.body)) return reply
  return { ...reply, body: stringifyJson(parseJson(reply.body)) }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
