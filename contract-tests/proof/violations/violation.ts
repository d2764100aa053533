import type { Choices, ClauseId } from '../../../spec/index.ts'
import type { Overlay } from './service.ts'

/** One promise broken, and all else as it should be. */
export interface Violation {
  /** What the service does wrong, in a few words. */
  readonly name: string
  /** The clause that a run must report broken; any others are broken by the same deed, and nothing else may be. */
  readonly breaks: readonly [ClauseId, ...ClauseId[]]
  readonly overlay: Overlay
  /** How the mock below has to be for the violation to show. */
  readonly mock?: { readonly pets?: number; readonly choices?: Partial<Choices> }
  /** What a run needs to see it, where a default one is not enough. */
  readonly needs?: 'deep' | 'ban'
}

/** Writes a violation down; `breaks` is the id of its clause, or several with spaces. */
export function violation(
  breaks: ClauseId | readonly [ClauseId, ...ClauseId[]],
  name: string,
  overlay: Overlay,
  more: Pick<Violation, 'mock' | 'needs'> = {},
): Violation {
  return { name, breaks: typeof breaks === 'string' ? [breaks] : breaks, overlay, ...more }
}
