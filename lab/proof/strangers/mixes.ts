import { createHash } from 'node:crypto'
import type { Option } from './options.ts'

/** A value for each option of a stranger. */
export type OptionMix = Readonly<Record<string, string>>

/** The values for which an option may be taken; every option that is not named may take each of its own. */
type Allowed = Readonly<Record<string, readonly string[]>>

/** The defaults of the options. */
export function defaultMix(options: readonly Option[]): OptionMix {
  return Object.fromEntries(options.map((option) => [option.name, option.default]))
}

/** A random value for each option, the same for the same seed, whatever other options there are. */
export function randomMix(options: readonly Option[], seed: string, allowed: Allowed = {}): OptionMix {
  return Object.fromEntries(
    options.map(({ name, values }) => {
      const own = values.filter((value) => allowed[name]?.includes(value) ?? true)
      const value = own[hashOf(`${seed} ${name}`) % own.length]
      if (value === undefined) throw new Error(`no value of ${name} is allowed`)
      return [name, value]
    }),
  )
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}

/** The options of a mix that differ from the defaults. */
export function oddOptions(mix: OptionMix, options: readonly Option[]): readonly string[] {
  return options.filter((option) => mix[option.name] !== option.default).map(({ name }) => name)
}

/**
 * Sets option after option back to its default for as long as `isBlamed` still says so. Resolves with a mix of which no option
 * can be set back alone. Halves go first: of fifty options, few cause a blame.
 */
export async function shrink(
  mix: OptionMix,
  options: readonly Option[],
  isBlamed: (mix: OptionMix) => Promise<boolean>,
): Promise<OptionMix> {
  const defaults = defaultMix(options)
  let [smallest, size] = [mix, Math.ceil(oddOptions(mix, options).length / 2)]
  while (size > 0) {
    let isSmaller = false
    for (let at = 0; at < oddOptions(smallest, options).length;) {
      const names = oddOptions(smallest, options).slice(at, at + size)
      const without = { ...smallest, ...pick(defaults, names) }
      if (await isBlamed(without)) [smallest, isSmaller] = [without, true]
      else at += size
    }
    if (size === 1 && !isSmaller) break
    size = Math.ceil(size / 2)
  }
  return smallest
}

function pick(mix: OptionMix, names: readonly string[]): OptionMix {
  return Object.fromEntries(Object.entries(mix).filter(([name]) => names.includes(name)))
}

/** `ids=random, order=newest`: what differs from the defaults. */
export function nameOfMix(mix: OptionMix, options: readonly Option[]): string {
  return oddOptions(mix, options)
    .map((name) => `${name}=${mix[name] ?? ''}`)
    .join(', ')
}
