/** Why a scenario cannot be run, or cannot go on; the message is one sentence that says what to do about it. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
}
