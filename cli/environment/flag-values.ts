import { InvalidArgumentError } from 'commander'
import { baseUrlOf } from '../../contract-tests/engine/check-options.ts'
import { unlikelyKey, unsendable } from '../../contract-tests/engine/keys.ts'
import { SettingsError } from '../../contract-tests/engine/settings.ts'
import { HIGHEST_PORT } from '../../mock/address.ts'
import { ChoiceError, parseChoice, type Choices } from '../../spec/choices.ts'
import { parseInt64, type Int64 } from '../../spec/exact-json/int64.ts'
import { planIds, type PlanId } from '../../spec/plans.ts'
import { didYouMean } from '../../spec/wording.ts'
import { CommandError } from './command-error.ts'
import type { Environment, Variables } from './environment.ts'

// A flag may be left without a value by a shell variable that is not set.
const WHOLE_NUMBER = /^\d{1,16}$/

/** Reads a whole number from `least` to `most`, as the value of a flag. */
export function wholeNumber(most: number, least = 0): (text: string) => number {
  return (text) => {
    const number = figure(text)
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

/** The most seconds that a command may be allowed to wait. */
export const MOST_WAIT = 100_000

/** Reads the number of a port; 0 for any free one. */
export const portNumber = wholeNumber(HIGHEST_PORT)

/** Reads what chance comes from. */
export const seedNumber = wholeNumber(Number.MAX_SAFE_INTEGER)

/** Reads an int64, digit for digit. */
export function int64Number(text: string): Int64 {
  const number = parseInt64(text)
  if (number !== undefined) return number
  throw new InvalidArgumentError('It must be an integer from -2^63 to 2^63 - 1.')
}

/** Reads `on` or `off`. */
export function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidArgumentError('It must be on or off.')
}

/** Reads the id of a plan. */
export function planOfFlag(text: string): PlanId {
  const plan = planIds.find((id) => id === text)
  if (plan) return plan
  throw new InvalidArgumentError(`It must be one of ${planIds.join(', ')}.${didYouMean(text, planIds)}`)
}

/** Refuses the empty text. */
export function someText(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('It must not be empty.')
}

/** Reads a name with one `*` in it. */
export function namePatternOfFlag(text: string): string {
  if (text.split('*').length === 2) return text
  throw new InvalidArgumentError('It must have one *, such as "Rex*".')
}

/** Reads parts with commas between them, at least one, and adds them to those so far. */
export function oneMoreList(text: string, before: readonly string[] = []): readonly string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  someText(parts.join(''))
  return [...before, ...parts]
}

/** Adds a text to those so far. */
export function oneMoreText(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

/** Reads OPEN-POINT=VARIANT, and adds it to the choices so far. */
export function oneMoreChoice(text: string, choices: Partial<Choices> = {}): Partial<Choices> {
  try {
    return { ...choices, ...parseChoice(text) }
  } catch (error) {
    if (error instanceof ChoiceError) throw new InvalidArgumentError(error.message)
    throw error
  }
}

/** A base address, without a slash at its end; a CommandError says what is wrong with any other. */
export function parseBaseUrl(text: string, name = 'The base address'): string {
  try {
    return baseUrlOf(text, name)
  } catch (error) {
    if (error instanceof SettingsError) throw new CommandError(error.message, { cause: error })
    throw error
  }
}

/** The environment variable that holds the API key where no flag names another. */
export const KEY_VARIABLE = 'PETSTORE_API_KEY'

const VARIABLE_NAME = /^[A-Za-z_]\w*$/

/**
 * The API key that an environment variable holds; `flag` is the one that names another variable. Says at once why services are likely to
 * refuse it, but leaves that to them.
 */
export function keyFrom(
  { variables, stderr }: Pick<Environment, 'variables' | 'stderr'>,
  name: string,
  flag: string,
): string {
  // It may be the key itself, which must not stand in a log.
  if (!VARIABLE_NAME.test(name)) {
    throw new CommandError(
      `${flag} takes the name of an environment variable that holds the key, such as STAGING_KEY, and not the key itself`,
    )
  }
  const key = variables[name]
  if (key === undefined || key === '') throw new CommandError(noKeyIn(variables, name, flag))
  const fault = unsendable(key)
  const subject = `The API key in the environment variable ${name}`
  if (fault !== undefined) throw new CommandError(`${subject} ${fault}: set it anew`)
  const doubt = unlikelyKey(key)
  if (doubt !== undefined) stderr.write(`${subject} ${doubt}: the service is likely to answer 401\n`)
  return key
}

// Short words in capitals, or some that end by saying that it is a key, perhaps numbered: of these no key is made.
const PLAIN_NAME = /^[A-Z]{1,12}\d{0,2}(?:_(?:[A-Z]{1,12}\d{0,2}|\d{1,2}))*$/
const KEY_NAME = /^(?:[a-z]{1,12}\d{0,2}_)*(?:api)?(?:key|token)(?:_?\d{1,2})?$/i

/** What is wrong with a variable without a key. The name of one that there is not may be the key itself. */
function noKeyIn(variables: Variables, name: string, flag: string): string {
  const isName = name in variables || PLAIN_NAME.test(name) || KEY_NAME.test(name)
  const variable = isName ? `The environment variable ${name}` : `The environment variable that ${flag} names`
  return `${variable} holds no API key: set it, or name another with ${flag}`
}

export function figure(text: string): number {
  return WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN
}
