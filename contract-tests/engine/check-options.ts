import { isDateTime } from '../../spec/date-time.ts'
import { isInt64 } from '../../spec/exact-json/int64.ts'
import { inputCheck } from '../../spec/input-check.ts'
import { withVersion } from '../../spec/operations.ts'
import { problemText } from '../../spec/schema-check.ts'
import { validators } from './generated/validators.ts'
import { unsendable } from './keys.ts'
import { SettingsError, type ContractOptions } from './settings.ts'

const optionsCheck = inputCheck(validators(isInt64, isDateTime).ContractOptions)

/** Options as a program without types may give them, their addresses without a slash at the end; throws a SettingsError. */
export function checkedOptions<Options extends ContractOptions>(options: Options): Options {
  const [problem] = optionsCheck(options)
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

/** A base address, without a slash at its end; throws a SettingsError for any other. */
export function baseUrlOf(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError(`${name} must be an http:// or https:// URL, not "${text}"`)
  }
  const path = url.pathname.replace(/\/+$/, '')
  const hint = `did you mean ${url.origin}${withVersion(path)}?`
  if (url.username + url.password + url.search + url.hash !== '') {
    throw new SettingsError(`${name} must have no user name, password, query or fragment: ${hint}`)
  }
  if (path.endsWith('/v1')) return url.origin + path
  throw new SettingsError(`${name} must end with the path segment /v1: ${hint}`)
}
