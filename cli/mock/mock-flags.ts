import type { Choices } from '../../spec/index.ts'
import type { KeySpec } from '../../mock/core/limits/caller.ts'
import type { FaultSpec } from '../../mock/core/faults/faults.ts'

export const logForms = ['pretty', 'json'] as const
export type LogForm = (typeof logForms)[number]

/** What one source says about the mock to start: the flags, or the config file. Files by their absolute path. */
export interface Layer {
  readonly port?: number | undefined
  readonly host?: string | undefined
  readonly seed?: number | undefined
  /** How many pets, or the file that has them; never both. */
  readonly pets?: number | undefined
  readonly data?: string | undefined
  readonly keys?: readonly KeySpec[] | undefined
  readonly choices?: Partial<Choices> | undefined
  readonly choicesFile?: string | undefined
  readonly vary?: number | undefined
  readonly limits?: boolean | undefined
  readonly log?: LogForm | undefined
  readonly quiet?: boolean | undefined
  readonly faults?: readonly FaultSpec[] | undefined
}
