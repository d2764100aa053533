import { MOST_PETS } from '../../fixtures/pets.ts'
import { logForms } from './mock-flags.ts'

const anySeed = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const text = { type: 'string', minLength: 1 }

/** What may stand in `petstore.config.yaml`; keys and faults as the control API takes them, whose components it needs. */
export const configSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    port: { type: 'integer', minimum: 0, maximum: 65_535 },
    host: text,
    seed: anySeed,
    pets: { type: 'integer', minimum: 0, maximum: MOST_PETS },
    data: text,
    keys: { type: 'array', items: { $ref: '#/components/schemas/NewKey' } },
    // Checked against the open points.
    choices: { type: 'object' },
    choicesFile: text,
    vary: anySeed,
    limits: { enum: ['on', 'off', true, false] },
    log: { enum: logForms },
    quiet: { type: 'boolean' },
    faults: { type: 'array', maxItems: 100, items: { $ref: '#/components/schemas/NewFault' } },
  },
}
