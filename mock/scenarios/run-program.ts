import { operations, pathOf } from '../../spec/operations.ts'
import { waitOf } from '../../spec/retry-after.ts'
import type { Fetch, FetchReply } from '../client/operation.ts'
import { CLIENT_HEADER } from '../core/message/client-header.ts'
import type { Random } from '../core/settings/random.ts'
import type { InTurn } from './at-most.ts'
import type { Client } from './clients.ts'
import type { ClientEvent, Ending } from './scenario-report.ts'
import { KEYS_GONE, ScenarioError } from './scenario.ts'
import type { Tempo } from './tempo.ts'
import type { WorldTime } from './world-time.ts'

/** The work of a client, which its programs share. Times in milliseconds of the world. */
export interface Job {
  readonly client: Client
  readonly key: string
  readonly baseUrl: string
  /** How many requests must be served. */
  readonly requests: number
  /** The time between two requests of a program. */
  readonly pace: number
  /** When the client gives up. */
  readonly deadline: number
  readonly random: Random
  readonly time: WorldTime
  readonly tempo: Tempo
  readonly fetch: Fetch
  /** Sends a request of any program, as soon as a connection is free. */
  readonly connections: InTurn
  readonly signal: AbortSignal
  /** When the ban of the key ends; `undefined` when it is not banned. */
  readonly bannedUntil: () => Promise<number | undefined>
  readonly publish: (event: ClientEvent) => void
  readonly tally: Tally
}

/** The progress of a client. */
export interface Tally {
  /** Requests that its programs have started, served or not. */
  started: number
  sent: number
  served: number
  refused: number
  bannedUntil: number
  /** The longest wait that was asked for since a request was served, or since the last ban was found, in milliseconds. */
  longestAsked: number
  /** The requests that are not answered yet. */
  readonly onTheirWay: Set<Promise<unknown>>
}

export function newTally(): Tally {
  return {
    started: 0,
    sent: 0,
    served: 0,
    refused: 0,
    bannedUntil: 0,
    longestAsked: 0,
    onTheirWay: new Set(),
  }
}

/** How much of its schedule a late program catches up on, in milliseconds of the world: no more when somebody advances the clock. */
const MOST_LATE = 10_000

/** Runs one program of a client: it starts one request after another until all of them are served. */
export function runProgram(job: Job): Promise<Ending> {
  return job.tempo.during(() => work(job))
}

async function work(job: Job): Promise<Ending> {
  let next = job.time.now()
  while (job.tally.started < job.requests) {
    job.tally.started += 1
    const end = await getServed(job, next)
    if (typeof end === 'string') return end
    next = end
  }
  return 'done'
}

/** Repeats one request until it is served. Resolves with the time of the next one, or with the reason why there is none. */
async function getServed(job: Job, first: number): Promise<number | Exclude<Ending, 'done'>> {
  const { client, time, tempo, signal, random, publish } = job
  let next = first
  let due: number | undefined
  for (let inARow = 1; ; inARow += 1) {
    if (next > job.deadline) return 'out-of-time'
    await tempo.until(next, signal)
    if (due !== undefined) await time.reach(due, signal)
    if (signal.aborted) return 'stopped'
    const sent = time.now()
    // By the schedule, not by when this request was sent: on a busy machine, a client sends as many requests as on an idle one.
    next = Math.max(next, sent - MOST_LATE) + job.pace
    const end = tempo.begin(job.pace)
    const result = await attempt(job)
    await end()
    if (result.served) return next
    const wait = client.waitAfter({ asked: result.asked, inARow }, random)
    if (wait === 0) continue
    // From the world's own clock: a wait that counts from a time that is behind ends early.
    due = (await time.read()).now + wait
    publish({ kind: 'waiting', until: due })
    next = Math.max(next, due)
  }
}

/** The result of one request; `asked` is the wait that the reply asked for, in milliseconds. */
export type Attempt =
  | { readonly served: true }
  | { readonly served: false; readonly asked: number | undefined }

/** Sends one request and publishes its result. Rejects with a ScenarioError when no further request can succeed. */
export async function attempt(job: Job): Promise<Attempt> {
  const { tally, publish, time } = job
  tally.sent += 1
  publish({ kind: 'sent', key: job.key })
  const sending = job.connections(() => send(job))
  tally.onTheirWay.add(sending)
  const answer = await sending
  tally.onTheirWay.delete(sending)
  if (answer === undefined) return failed(job, 'no reply')
  const { reply, asked } = answer
  // Somebody may have moved the clock too far: then the run has ended before this reply.
  if (time.isFarFrom(Date.parse(reply.headers.get('Date') ?? ''))) {
    await time.refresh()
    if (job.signal.aborted) return failed(job, 'no reply')
  }
  if (reply.status < 300) {
    tally.served += 1
    tally.longestAsked = 0
    const remaining = Number(reply.headers.get('X-RateLimit-Remaining'))
    publish({ kind: 'served', served: tally.served, remaining })
    return { served: true }
  }
  // A ban may be answered with another status than 429 (open point status-while-banned), but never without Retry-After.
  if (reply.status === 429 || asked !== undefined) return refused(job, reply.status, asked)
  if (reply.status === 401) throw new ScenarioError(KEYS_GONE)
  return failed(job, `status ${reply.status}`)
}

interface Answer {
  readonly reply: FetchReply
  /** The wait that it asks for, in milliseconds. */
  readonly asked: number | undefined
}

/** Resolves with the answer, or `undefined` without one. The body is read, so that the connection is free again. */
async function send({ client, fetch, baseUrl, key, signal, time, tally }: Job): Promise<Answer | undefined> {
  try {
    const reply = await fetch(`${baseUrl}${pathOf('listPets')}?limit=1`, {
      method: operations.listPets.method,
      headers: { Authorization: `Bearer ${key}`, [CLIENT_HEADER]: client.id },
      signal,
    })
    await reply.text()
    const asked = askedWait(reply, time.now())
    if (time.now() >= tally.bannedUntil) tally.longestAsked = Math.max(tally.longestAsked, asked ?? 0)
    return { reply, asked }
  } catch {
    return undefined
  }
}

async function refused(job: Job, status: number, asked: number | undefined): Promise<Attempt> {
  const { tally, publish, time } = job
  tally.refused += 1
  publish({ kind: 'refused', status, asked })
  if (time.now() < tally.bannedUntil) return { served: false, asked }
  const until = (await job.bannedUntil()) ?? 0
  // Replies overtake each other: the refusal that began the ban, which alone says how long it is, may be on its way.
  await Promise.all(tally.onTheirWay)
  if (until > tally.bannedUntil) {
    const lasts = tally.longestAsked || until - time.now()
    tally.bannedUntil = until
    tally.longestAsked = 0
    publish({ kind: 'banned', until, lasts })
  }
  return { served: false, asked }
}

function failed({ publish, signal }: Job, what: string): Attempt {
  if (!signal.aborted) publish({ kind: 'failed', what })
  return { served: false, asked: undefined }
}

function askedWait({ headers }: FetchReply, received: number): number | undefined {
  const header = (name: string): string | undefined => headers.get(name) ?? undefined
  const reset = Number(header('X-RateLimit-Reset'))
  return waitOf({ retryAfter: header('Retry-After'), date: header('Date'), reset }, received)
}
