import { counted } from '../../../spec/wording.ts'
import type { RunReport } from './run-report.ts'
import { EXCEPT } from './text.ts'

/** What a signal has ended early, in one line, with the pets that it leaves; `undefined` for any other run. */
export function interruptionText({
  interruptedBy: signal,
  created,
  perhaps,
  mark,
}: Pick<RunReport, 'interruptedBy' | 'created' | 'perhaps' | 'mark'>): string | undefined {
  if (signal === undefined) return undefined
  const ids = created.length === 0 ? '' : `, named ${mark}…${EXCEPT}: ${created.join(', ')}`
  const maybe = perhaps.length === 0 ? '' : `; perhaps more: ${perhaps.join('; ')}`
  const added = `it has added ${created.length === 0 ? 'no pet' : counted(created.length, 'pet')}`
  return `The run was interrupted (${signal}); ${added}${ids}${maybe}`
}
