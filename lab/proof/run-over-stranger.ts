import type { WorldControl } from '../../contract-tests/engine/ports.ts'
import type { ContractSettings } from '../../contract-tests/engine/settings.ts'
import { functionTransport, socketTransport } from '../../contract-tests/engine/transport.ts'
import { NotVerified } from '../../contract-tests/engine/verdicts.ts'
import type { RunReport } from '../../contract-tests/report/model/run-report.ts'
import { runSuite } from '../../contract-tests/suite.ts'
import { settingsFor } from './test-service.ts'
import { serviceRequest } from './violations/service.ts'
import type { Overlay } from './violations/service.ts'
import { KEYS } from './strangers/strangers.ts'

const TIMEOUT_MS = 10_000
const HOUR_S = 3600
const INTO_THE_HOUR_S = 30

/**
 * Runs the suite against a running stranger, with something laid over it. The stranger is reset before, but no command turns
 * its clock back. So only the last run (`isLast`) waits for the removal of getPet, which would be gone for the runs after it.
 */
export async function runOverStranger(
  baseUrl: string,
  overlay: Overlay,
  settings: Partial<ContractSettings>,
  isLast = false,
): Promise<RunReport> {
  const post = poster(baseUrl)
  await post('reset')
  const now = Math.floor(nowIn(await post('freeze')).now / 1000)
  // Each run begins at the same place of a minute and an hour.
  await post('advance', { seconds: HOUR_S - (now % HOUR_S) + INTO_THE_HOUR_S })
  const [send, { origin }] = [socketTransport(TIMEOUT_MS), new URL(baseUrl)]
  const service = overlay(({ method, base, path, headers, body }) =>
    send({ method, url: origin + base + path, headers, body }),
  )
  const control = controlBy(post, isLast)
  return runSuite(settingsFor({ baseUrl, key: KEYS[0], secondKey: KEYS[1], ...settings }), {
    transport: functionTransport((request) => service(serviceRequest(request))),
    control: [control],
  })
}

/** Sends a command to a stranger's own control. */
export type Post = (what: string, body?: object) => Promise<unknown>

export function poster(baseUrl: string): Post {
  // A stranger may close a connection that is about to be used: fetch fails then, and with it an hour of proof.
  const send = socketTransport(TIMEOUT_MS)
  const headers = { 'Content-Type': 'application/json' }
  return async (what, body = {}) => {
    const url = new URL(`/control/${what}`, baseUrl).href
    const reply = await send({ method: 'POST', url, headers, body: JSON.stringify(body) })
    if (reply.status !== 200) throw new Error(`/control/${what} answered ${reply.status}`)
    const answer: unknown = JSON.parse(reply.body)
    return answer
  }
}

// The longest ban and the longest window end before.
const LONGEST_JUMP_S = 40 * 86_400

/** Its clock and quotas, which a test may set. */
function controlBy(post: Post, isLast: boolean): WorldControl {
  return {
    clock: {
      freeze: async () => nowIn(await post('freeze')),
      advance: async ({ seconds }) => {
        if (seconds > LONGEST_JUMP_S && !isLast)
          throw new NotVerified('wait too long', 'its clock is needed for other runs')
        return nowIn(await post('advance', { seconds }))
      },
    },
    keys: { setRemaining: (key, left) => post('remaining', { key, ...left }) },
  }
}

export function nowIn(reply: unknown): { readonly now: number } {
  if (typeof reply === 'object' && reply !== null && 'now' in reply && typeof reply.now === 'number') {
    return { now: reply.now }
  }
  throw new Error(`no time in ${JSON.stringify(reply)}`)
}
