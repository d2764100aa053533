/** What the user of the command got wrong; the message is one line that says what to do about it. Exit code 2. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
