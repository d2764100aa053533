import { CommandError } from '../../cli/environment/command-error.ts'

/** A report that was asked for wrongly or cannot be written; the message is one line that says what to do about it. */
export class ReportError extends CommandError {}
