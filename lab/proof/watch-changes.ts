import { AsyncLocalStorage } from 'node:async_hooks'
import { parseJson, stringifyJson } from '../../spec/exact-json/json.ts'
import type { Overlay, Reply, ServiceRequest } from './violations/service.ts'

interface PassedThrough {
  readonly requests: ServiceRequest[]
  reply: Reply | undefined
}

/** The overlay, and whether it has changed anything: a reply, a request, or how many requests the service got. */
export function watchChanges(overlay: Overlay): {
  readonly overlay: Overlay
  readonly hasActed: () => boolean
} {
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
            !isSame(normalized(passed.reply), normalized(reply))
          return reply
        })
      }
    },
  }
}

/** A reply in which the free choices of writing JSON are normalized. */
function normalized(reply: Reply | undefined): unknown {
  if (reply === undefined || !/^[[{]/.test(reply.body)) return reply
  return { ...reply, body: stringifyJson(parseJson(reply.body)) }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
