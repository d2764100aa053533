/** Why a clause could not be verified. */
export type Hindrance =
  'depends on' | 'unsafe here' | 'budget spent' | 'precondition missing' | 'unreachable' | 'wait too long'

/** What a test says once the service was given up. */
export const GIVEN_UP = 'the service does not answer any more'

/** Thrown where evidence cannot be had: the service is neither blamed nor praised. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
  readonly hindrance: Hindrance

  constructor(hindrance: Hindrance, detail: string) {
    super(`${hindrance}: ${detail}`)
    this.hindrance = hindrance
  }
}
