/** Why nothing can be said of the service. Its message is all that a user needs. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun'
}
