import { Recorder } from '../recorder.ts'
import type { RecordedExchange } from '../history.ts'

/** One request of a story, and its reply. */
export interface Scene {
  /** `GET /pets?limit=5`, below the base address. */
  readonly ask: string
  readonly key?: string
  /** Another base address than the first. */
  readonly base?: string
  /** Headers that are sent, in place of the usual ones of the same name. */
  readonly sends?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status?: number
  readonly json?: unknown
  /** X-RateLimit-Limit, -Remaining and -Reset, the last in seconds from the beginning of the story. */
  readonly quota?: readonly [limit: number, remaining: number, reset: number]
  readonly retryAfter?: string
  /** Other headers of the reply. */
  readonly headers?: Readonly<Record<string, string>>
  /** When it was sent and answered, in seconds from the beginning; one after the other where it is absent. */
  readonly at?: readonly [sent: number, received: number]
}

const BEGINNING = Date.UTC(2026, 10, 20, 10, 0, 0)

/** The exchanges of a story, in the order in which they were answered. */
export function story(...requests: readonly Scene[]): readonly RecordedExchange[] {
  const recorder = new Recorder()
  const events = requests.flatMap((scene, index) => {
    const [sent, received] = scene.at ?? [index, index + 0.5]
    let end: ReturnType<Recorder['begin']> | undefined
    const [method = '', path = ''] = scene.ask.split(' ')
    const body = scene.body === undefined ? undefined : JSON.stringify(scene.body)
    const headers = {
      ...(scene.key !== '' && { Authorization: `Bearer ${scene.key ?? 'a-key'}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...scene.sends,
    }
    const { base } = scene
    const begin = (): void => {
      end = recorder.begin(
        { method, path, headers, body, ...(base !== undefined && { base }) },
        BEGINNING + sent * 1000,
      )
    }
    const answer = (): void => {
      const { status = 200, json = [], quota, retryAfter } = scene
      const [limit, remaining, reset] = quota ?? []
      const figures = quota && {
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(remaining),
        'X-RateLimit-Reset': String(BEGINNING / 1000 + (reset ?? 0)),
      }
      const headers = {
        ...figures,
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
        ...scene.headers,
      }
      const reply = { status, headers, body: JSON.stringify(json) }
      end?.(reply, BEGINNING + received * 1000)
    }
    return [
      { time: sent, run: begin },
      { time: received, run: answer },
    ]
  })
  for (const { run } of events.toSorted((one, other) => one.time - other.time)) run()
  return recorder.exchanges
}
