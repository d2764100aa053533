/** The bench cannot go on for a reason that its user can mend; the message is the one line to show. */
export class CannotRun extends Error {}
