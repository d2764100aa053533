import { harEntrySchema } from '../contract-tests/recordings/har.ts'
import { journalItemSchema } from '../contract-tests/recordings/journal.ts'
import { suiteExchangeSchema } from '../contract-tests/recordings/suite-report.ts'
import { MOST_PETS } from '../fixtures/pets.ts'
import { HIGHEST_PORT } from '../mock/address.ts'
import { MOST } from '../mock/core/memory/bounds.ts'
import { LEAST_MEMORY } from '../mock/core/memory/memory.ts'
import { NON_EMPTY_TEXT, ORIGINS } from '../spec/common-schemas.ts'
import { logForms, type Layer } from './mock/mock-command.ts'

// Read by `npm run generate` alone, which compiles the schemas for those who read the files.

const SEED = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

/** The schema of `petstore.config.yaml`; keys and faults as in the control API. */
const config: Readonly<Record<keyof Layer, object>> = {
  port: { type: 'integer', minimum: 0, maximum: HIGHEST_PORT },
  host: NON_EMPTY_TEXT,
  seed: SEED,
  pets: { type: 'integer', minimum: 0, maximum: MOST_PETS },
  data: NON_EMPTY_TEXT,
  keys: { type: 'array', items: { $ref: '#/components/schemas/NewKey' } },
  // Checked against the open points.
  choices: { type: 'object' },
  choicesFile: NON_EMPTY_TEXT,
  vary: SEED,
  limits: { enum: ['on', 'off', true, false] },
  log: { enum: logForms },
  quiet: { type: 'boolean' },
  allowOrigins: ORIGINS,
  memory: { type: 'integer', minimum: LEAST_MEMORY },
  store: NON_EMPTY_TEXT,
  faults: { type: 'array', maxItems: MOST.faults, items: { $ref: '#/components/schemas/NewFault' } },
}

const knownBreach = {
  type: 'object',
  required: ['clause', 'reason', 'until'],
  additionalProperties: false,
  properties: {
    clause: { type: 'string' },
    reason: NON_EMPTY_TEXT,
    until: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day such as 2030-12-05' },
  },
}

export const fileSchemas = {
  Config: { type: 'object', additionalProperties: false, properties: config },
  KnownBreaches: { type: 'array', items: knownBreach },
  HarEntry: harEntrySchema,
  JournalItem: journalItemSchema,
  SuiteExchange: suiteExchangeSchema,
}
