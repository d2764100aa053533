import { planIds } from '../../spec/plans.ts'
import { problemText } from '../../spec/schema-check.ts'
import { NON_EMPTY_TEXT, valueProblems, type ValueSchema } from '../../spec/value-problems.ts'
import { unsendable } from './keys.ts'
import type { RunPorts } from './ports.ts'
import { SettingsError, type ContractOptions } from './settings.ts'

const SWITCH = { type: 'boolean' }
const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

const properties: Readonly<Record<keyof ContractOptions | keyof RunPorts, ValueSchema>> = {
  baseUrl: NON_EMPTY_TEXT,
  secondBaseUrl: NON_EMPTY_TEXT,
  key: NON_EMPTY_TEXT,
  secondKey: NON_EMPTY_TEXT,
  plan: { enum: planIds },
  mark: NON_EMPTY_TEXT,
  readOnly: SWITCH,
  exhaust: SWITCH,
  ban: SWITCH,
  deep: SWITCH,
  thorough: SWITCH,
  bail: SWITCH,
  seed: COUNT,
  maxCreated: COUNT,
  maxRequests: COUNT,
  maxWait: { type: 'number', minimum: 0, maximum: 1e9 },
  timeout: { type: 'number', minimum: 1, maximum: 2 ** 31 - 1 },
  maxBody: { type: 'integer', minimum: 1000, maximum: 100_000_000 },
  minVerified: { type: 'number', minimum: 0, maximum: 100 },
  only: { type: 'array', items: { type: 'string' } },
  transport: { type: 'function' },
  clock: { type: 'object' },
  control: { type: 'array' },
  secondOpinion: { type: 'function' },
}

const schema = { type: 'object', additionalProperties: false, required: ['baseUrl', 'key'], properties }

/** Options as a program without types may give them, their addresses without a slash at the end; throws a SettingsError. */
export function checkedOptions<Options extends ContractOptions>(options: Options): Options {
  const [problem] = valueProblems(options, schema, {})
  if (problem)
    throw new SettingsError(`${problemText(problem, 'The options')}${problem.hint ? `.${problem.hint}` : ''}`)
  const { baseUrl, secondBaseUrl, key, secondKey = key } = options
  for (const [name, value] of Object.entries({ key, secondKey })) {
    const fault = unsendable(value)
    if (fault !== undefined) throw new SettingsError(`${name} ${fault}`)
  }
  return {
    ...options,
    baseUrl: baseUrlOf(baseUrl, 'baseUrl'),
    ...(secondBaseUrl !== undefined && { secondBaseUrl: baseUrlOf(secondBaseUrl, 'secondBaseUrl') }),
  }
}

/** A base address, without a slash at its end; a SettingsError says what is wrong with any other. */
export function baseUrlOf(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError(`${name} must be an http:// or https:// URL, not "${text}"`)
  }
  if (url.username + url.password + url.search + url.hash !== '') {
    throw new SettingsError(`${name} must have no user name, password, query or fragment`)
  }
  const base = (url.origin + url.pathname).replace(/\/+$/, '')
  if (base.endsWith('/v1')) return base
  throw new SettingsError(`${name} must end with the path segment /v1: did you mean ${base}/v1?`)
}
