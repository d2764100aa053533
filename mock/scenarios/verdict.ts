import { counted, figure } from '../../spec/index.ts'
import type { ClientReport } from '../core/limits/client-statistics.ts'

/** The part of the mock's client report that a verdict is read off. */
export type ClientRecord = Pick<ClientReport, 'bans' | 'earlyRetries' | 'refused'>

/** What is to be said of how a client behaves. */
export interface Verdict {
  readonly wellBehaved: boolean
  /** Why, in a few words. */
  readonly words: string
}

export function verdictOf({ bans, earlyRetries, refused }: ClientRecord): Verdict {
  if (bans > 0) {
    const banned = `banned ${times(bans)}`
    return {
      wellBehaved: false,
      words: earlyRetries === 0 ? banned : `${banned}, ${figure(earlyRetries)} too early`,
    }
  }
  if (earlyRetries > 0) return { wellBehaved: false, words: `${counted(earlyRetries, 'request')} too early` }
  return { wellBehaved: true, words: refused === 0 ? 'never over the limit' : 'waited as it was told' }
}

function times(count: number): string {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : counted(count, 'time')
}
