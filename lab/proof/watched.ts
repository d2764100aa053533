import { AsyncLocalStorage } from 'node:async_hooks'
import { parseJson, stringifyJson } from '../../spec/exact-json/json.ts'
import type { Overlay, Reply, ServiceRequest } from './violations/service.ts'

interface Passed {
  readonly requests: ServiceRequest[]
  reply: Reply | undefined
}

/** The overlay, and whether it has changed anything: a reply, a request, or how often the service was asked. */
export function watched(overlay: Overlay): { readonly overlay: Overlay; readonly hasActed: () => boolean } {
  const passing = new AsyncLocalStorage<Passed>()
  let acted = false
  return {
    hasActed: () => acted,
    overlay: (healthy) => {
      const changed = overlay(async (request) => {
        const passed = passing.getStore()
        const reply = await healthy(request)
        passed?.requests.push(request)
        if (passed) passed.reply ??= reply
        return reply
      })
      return (request) => {
        const passed: Passed = { requests: [], reply: undefined }
        return passing.run(passed, async () => {
          const reply = await changed(request)
          acted ||=
            passed.requests.length !== 1 ||
            !isSame(passed.requests[0], request) ||
            !isSame(meant(passed.reply), meant(reply))
          return reply
        })
      }
    },
  }
}

/** A reply as it is meant, however its JSON is written. */
function meant(reply: Reply | undefined): unknown {
  if (reply === undefined || !/^[[{]/.test(reply.body)) return reply
  return { ...reply, body: stringifyJson(parseJson(reply.body)) }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
