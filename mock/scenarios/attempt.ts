import { waitOf } from '../../spec/index.ts'
import type { Job } from './job.ts'
import type { FetchReply } from './ports.ts'
import { ScenarioError } from './scenario-error.ts'

/** What came of one request; `asked` is the wait that the reply asked for, in milliseconds. */
export type Attempt =
  { readonly served: true } | { readonly served: false; readonly asked: number | undefined }

/** Sends one request for a useful thing, and notes what came of it. Rejects with a ScenarioError when no other will fare better. */
export async function attempt(job: Job): Promise<Attempt> {
  const { tally, note, time } = job
  tally.sent += 1
  note({ kind: 'sent' })
  const reply = await send(job)
  if (reply === undefined) return failed(job, 'no reply')
  const asked = askedWait(reply, time.now())
  if (reply.status < 300) {
    tally.served += 1
    const remaining = Number(reply.headers.get('X-RateLimit-Remaining'))
    note({ kind: 'served', served: tally.served, remaining })
    return { served: true }
  }
  // A ban may be told with another status than 429 (open point status-while-banned), but never without Retry-After.
  if (reply.status === 429 || asked !== undefined) return refused(job, reply.status, asked)
  if (reply.status === 401) {
    throw new ScenarioError('The key of a client is not known any more: was the world reset while it ran?')
  }
  return failed(job, `status ${reply.status}`)
}

/** The reply, its body read so that its connection is free again; `undefined` where none came. */
async function send({ fetch, baseUrl, key, signal }: Job): Promise<FetchReply | undefined> {
  try {
    const reply = await fetch(`${baseUrl}/pets?limit=1`, {
      method: 'GET',
      headers: { Authorization: `Bearer ${key}` },
      signal,
    })
    await reply.text()
    return reply
  } catch {
    return undefined
  }
}

async function refused(job: Job, status: number, asked: number | undefined): Promise<Attempt> {
  const { tally, note, time } = job
  tally.refused += 1
  note({ kind: 'refused', status, asked })
  if (time.now() < tally.bannedUntil) return { served: false, asked }
  const until = (await job.bannedUntil()) ?? 0
  if (until > tally.bannedUntil) {
    tally.bannedUntil = until
    note({ kind: 'banned', until })
  }
  return { served: false, asked }
}

function failed({ note, signal }: Job, what: string): Attempt {
  if (!signal.aborted) note({ kind: 'failed', what })
  return { served: false, asked: undefined }
}

function askedWait({ headers }: FetchReply, received: number): number | undefined {
  const header = (name: string): string | undefined => headers.get(name) ?? undefined
  return waitOf({ retryAfter: header('Retry-After'), date: header('Date') }, received)
}
