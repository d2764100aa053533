import type { FindingKind } from '../../finding-kinds.ts'
import type { ReportedFinding } from '../../judge-traffic.ts'
import type { ProxyCounts } from '../../pass-requests.ts'
import { Tally } from '../../tally/tally.ts'
import type { PageStream } from '../updates.ts'
import type { Seen } from '../view.ts'

/** Traffic that has not begun; the tests let it go on. */
export function nothingSeen(): Seen & { readonly counts: ProxyCounts } {
  return {
    upstream: 'http://upstream.test/v1',
    tally: new Tally(),
    counts: { exchanges: 0, judged: 0, breaches: 0, warnings: 0, failures: 0, own: 0 },
  }
}

let next = 1

/** A breach of PET-3, with an addition to its message; by default, each is of a kind of its own. */
export function breach(more = '', kind: FindingKind = { id: next++, times: 1 }): ReportedFinding {
  const message = `PET-3: expected a name; actual none${more}`
  return {
    at: Date.UTC(2026, 0, 1),
    request: 'GET /v1/pets',
    status: 200,
    finding: { message, severity: 'error', clause: 'PET-3' },
    kind,
  }
}

/** What an open page is sent. */
export interface Update {
  readonly isWhole: boolean
  readonly tone: string
  readonly parts: Readonly<Record<string, string>>
  readonly findings: string
}

/** A stream that stores what is written to it. */
export class StoredStream implements PageStream {
  writableLength = 0
  ended: 'no' | 'ended' | 'destroyed' = 'no'
  readonly updates: Update[] = []

  write(text: string): void {
    this.updates.push(JSON.parse(text.replace(/^data: /, '')) as Update)
  }

  end(): void {
    this.ended = 'ended'
  }

  destroy(): void {
    this.ended = 'destroyed'
  }
}
