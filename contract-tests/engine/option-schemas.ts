import { NON_EMPTY_TEXT } from '../../spec/common-schemas.ts'
import { planIds } from '../../spec/plans.ts'
import type { RunPorts } from './ports.ts'
import type { ProxyOptions } from './proxies.ts'
import type { ContractOptions } from './settings.ts'

// Read by `npm run generate` alone, which compiles the schema for check-options.ts.

const SWITCH = { type: 'boolean' }
const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const TEXT = { type: 'string' }

// Only variables that are read need be text: where no type is checked, an environment may have other values.
const proxyVariables = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()])

const properties: Readonly<Record<keyof ContractOptions | keyof RunPorts | keyof ProxyOptions, object>> = {
  baseUrl: NON_EMPTY_TEXT,
  secondBaseUrl: NON_EMPTY_TEXT,
  key: NON_EMPTY_TEXT,
  secondKey: NON_EMPTY_TEXT,
  plan: { enum: planIds },
  secondPlan: { enum: planIds },
  mark: NON_EMPTY_TEXT,
  category: { type: 'integer', format: 'int64' },
  namePattern: {
    type: 'string',
    pattern: '^[^*]*[*][^*]*$',
    description: 'a name with one * in it, such as "Rex*"',
  },
  readOnly: SWITCH,
  exhaust: SWITCH,
  ban: SWITCH,
  deep: SWITCH,
  thorough: SWITCH,
  bail: SWITCH,
  showBodies: SWITCH,
  verifyRepeats: SWITCH,
  seed: COUNT,
  maxCreated: COUNT,
  maxRequests: COUNT,
  maxWait: { type: 'number', minimum: 0, maximum: 1e9 },
  timeout: { type: 'number', minimum: 1, maximum: 2 ** 31 - 1 },
  maxBody: { type: 'integer', minimum: 1000, maximum: 100_000_000 },
  minVerified: { type: 'number', minimum: 0, maximum: 100 },
  only: { type: 'array', items: TEXT },
  transport: { type: 'function' },
  newConnections: { type: 'function' },
  clock: { type: 'object' },
  control: { type: 'array' },
  progress: { type: 'function' },
  secondOpinion: { type: 'function' },
  proxyEnv: {
    type: 'object',
    properties: Object.fromEntries(proxyVariables.map((name) => [name, TEXT])),
  },
}

export const optionSchemas = {
  ContractOptions: { type: 'object', additionalProperties: false, required: ['baseUrl', 'key'], properties },
}
