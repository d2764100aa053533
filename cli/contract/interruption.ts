import { constants } from 'node:os'
import type { LeftPets } from '../../contract-tests/engine/ports.ts'
import { EXCEPT } from '../../contract-tests/report/model/text.ts'
import { counted } from '../../spec/wording.ts'

/** A run that a signal has ended. */
export interface Interruption {
  readonly signal: string
  /** In one line, with the pets that it has added. */
  readonly text: string
  /** As shells count it: 128 and the number of the signal. */
  readonly exitCode: number
}

/** What a run comes to that a signal ends, with the pets that it leaves. */
export function interruptedBy(signal: string, { created, perhaps, mark }: LeftPets): Interruption {
  const ids = created.length === 0 ? '' : `, named ${mark}…${EXCEPT}: ${created.join(', ')}`
  const maybe = perhaps.length === 0 ? '' : `; perhaps more: ${perhaps.join('; ')}`
  const added = `it has added ${created.length === 0 ? 'no pet' : counted(created.length, 'pet')}`
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0
  return {
    signal,
    text: `The run was interrupted (${signal}); ${added}${ids}${maybe}`,
    exitCode: 128 + number,
  }
}
