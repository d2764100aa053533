import { CommandError } from './command-error.ts'
import type { Variables } from './environment.ts'
import { isByNpm } from './launcher.ts'

/** Flags that are npm's own too, and that a user may have set for it: nothing shows which of the two was meant. */
export const OF_NPM = ['--key', '--only', '--quiet', '--save']

/**
 * Refuses flags that npm took for its own, since no -- stood before them: it left them in variables, and the run would do without.
 * `typed` writes the command with a flag as it is to be typed.
 */
export function refuseTaken(
  flags: readonly string[],
  variables: Variables,
  typed: (flag: string) => string,
): void {
  if (!isByNpm(variables)) return
  const isTaken = (flag: string): boolean =>
    !OF_NPM.includes(flag) && `npm_config_${flag.slice(2).replaceAll('-', '_')}` in variables
  const taken = flags.filter(isTaken)
  const [first] = taken
  if (first === undefined) return
  const example = typed(`${first} …`)
  throw new CommandError(
    `npm took ${taken.join(', ')} for its own: write -- before the flags, as in ${example}`,
  )
}
