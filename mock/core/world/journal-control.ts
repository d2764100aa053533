import { viewExchange, type ExchangeView } from '../journal/entry-view.ts'
import type { JournalFilter } from '../journal/journal.ts'
import type { Hold } from './hold.ts'

/** The last 1,000 exchanges of a world, with the reason of each. */
export class JournalControl {
  readonly #hold: Hold

  constructor(hold: Hold) {
    this.#hold = hold
  }

  /** Those that pass the filter, the newest first, keys cut. */
  list(filter?: JournalFilter): readonly ExchangeView[] {
    return this.#hold.state().journal.list(filter).map(viewExchange)
  }

  clear(): void {
    this.#hold.state().journal.clear()
    this.#hold.changed('journal', 'journal cleared')
  }
}
