import { Events } from '../../core/journal/events.ts'
import { andThen } from '../../core/message/awaitable.ts'
import type { Request } from '../../core/message/request.ts'
import type { Reply } from '../../core/request/reply.ts'
import { World } from '../../core/world/world.ts'
import { Worlds } from '../../core/world/worlds.ts'
import type { PassingReply } from '../../../contract-tests/history/recorder.ts'
import { Watch } from './watch.ts'

/** Sees every world that a test of this process makes, in whichever way: over HTTP, by fetch, in code. */
export const watch = new Watch()

// Every way in leads to World.answer. A port would be in the product for its tests alone, and each test would have to pass it.
// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const { answer } = World.prototype
World.prototype.answer = function (this: World, request, behind) {
  const end = watch.begin(this, request)
  if (!end) return answer.call(this, request, behind)
  let body: string | undefined
  const readBody: Request['readBody'] = async (limit) => {
    const read = await request.readBody(limit)
    if (read.kind === 'text') body = read.text
    return read
  }
  return andThen(answer.call(this, { ...request, readBody }, behind), (reply) => {
    // A fault is there to break promises, and the document knows no bounds of memory.
    const isBeyond = reply.fault !== undefined || reply.status === FULL || reply.reason.step === 'store'
    const isLeftOut = isBeyond || (body === undefined && isUnread(request, reply))
    if (isLeftOut) watch.interrupt(this)
    else end(passing(reply), body, this.time)
    return reply
  })
}

// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const { emit } = Events.prototype
Events.prototype.emit = function (this: Events, event) {
  watch.see(this, event)
  emit.call(this, event)
}

const begin = Worlds.begin.bind(Worlds)
Worlds.begin = (seed, stores) => {
  const begun = begin(seed, stores)
  if (begun instanceof Promise) watch.share(stores.events, stores.keyId(''))
  return begun
}

/** Whether a request announces a body that the reply may rest on, and that was not read. */
function isUnread({ headers }: Request, { status }: Reply): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return (length !== '0' || encoding !== undefined) && !BEFORE_THE_BODY.has(status)
}

const FULL = 507
const BEFORE_THE_BODY = new Set([401, 403, 429])

function passing({ status, headers, body }: Reply): PassingReply {
  const fields: Record<string, string> = {}
  for (let at = 0; at + 1 < headers.length; at += 2) fields[headers[at] ?? ''] = headers[at + 1] ?? ''
  return { status, headers: fields, body }
}
