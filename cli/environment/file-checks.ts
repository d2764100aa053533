import { isDateTime } from '../../spec/date-time.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { inputCheck } from '../../spec/input-check.ts'
import { validators } from '../generated/validators.ts'

const compiled = validators(isInt64, isDateTime)

/** Checks of the files that a command reads. */
export const fileChecks = {
  Config: inputCheck(compiled.Config),
  KnownBreaches: inputCheck(compiled.KnownBreaches),
  HarEntry: inputCheck(compiled.HarEntry),
  JournalItem: inputCheck(compiled.JournalItem),
  SuiteExchange: inputCheck(compiled.SuiteExchange),
}
