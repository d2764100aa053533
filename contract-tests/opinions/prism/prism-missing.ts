/** Prism is asked for and not installed. Its message is all that a user needs. */
export class PrismMissing extends Error {
  override readonly name = 'PrismMissing'

  constructor(options?: ErrorOptions) {
    super('Prism is not installed; to have its opinion: npm install @stoplight/prism-http', options)
  }
}
