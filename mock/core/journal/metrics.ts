import type { OperationId } from '../../../spec/index.ts'

/** Counts of a world since it was created; a reset does not set them back. */
export class Metrics {
  readonly #replies = new Map<OperationId | 'other', Map<number, number>>()
  bans = 0

  countReply(operation: OperationId | undefined, status: number): void {
    const name = operation ?? 'other'
    let byStatus = this.#replies.get(name)
    if (!byStatus) this.#replies.set(name, (byStatus = new Map<number, number>()))
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  }

  replies(): readonly { readonly operation: string; readonly status: number; readonly count: number }[] {
    return [...this.#replies].flatMap(([operation, byStatus]) =>
      [...byStatus].map(([status, count]) => ({ operation, status, count })),
    )
  }
}
