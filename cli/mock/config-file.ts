import type { KeySpec } from '../../mock/core/limits/caller.ts'
import { faultProblem, keyProblem } from '../../mock/core/world/spec-problems.ts'
import { DEFAULT_PORT } from '../../mock/address.ts'
import { listProblems, type Problem } from '../../spec/schema-check.ts'
import { CommandError } from '../environment/command-error.ts'
import { lawfulChoices, parseYaml } from '../environment/yaml-file.ts'
import { fileChecks } from '../environment/file-checks.ts'
import type { Layer } from './mock-command.ts'

/** A config file as the schema has it. */
type Config = Omit<Layer, 'choices' | 'limits'> & {
  readonly choices?: Readonly<Record<string, unknown>>
  readonly limits?: 'on' | 'off' | boolean
}

/**
 * Reads a config file's text. Rejects with a CommandError that names the file and the place of each fault; `resolve`
 * makes the paths in it absolute.
 */
export async function parseConfig(
  text: string,
  file: string,
  resolve: (path: string) => string,
): Promise<Layer> {
  const value = (await parseYaml(text, file)) ?? {}
  blame(file, fileChecks.Config(value).map(explain))
  const { data, choicesFile, choices, limits, ...rest } = value as Config
  blame(file, [
    ...(data !== undefined && rest.pets !== undefined ? ['say pets or data, not both'] : []),
    ...(rest.keys ?? []).flatMap((key, at) => keyProblem(key, `keys[${at}]`) ?? []),
    ...repeatedKeys(rest.keys ?? []),
    ...(rest.faults ?? []).flatMap((fault, at) => faultProblem(fault, `faults[${at}]`) ?? []),
  ])
  return {
    ...rest,
    ...(data !== undefined && { data: resolve(data) }),
    ...(choicesFile !== undefined && { choicesFile: resolve(choicesFile) }),
    ...(choices && { choices: lawfulChoices(choices, `${file}: choices`) }),
    ...(limits !== undefined && { limits: limits === true || limits === 'on' }),
  }
}

function repeatedKeys(keys: readonly KeySpec[]): readonly string[] {
  const names = keys.map(({ key }) => key)
  return names.flatMap((name, at) => {
    const first = names.indexOf(name)
    return first === at ? [] : [`keys[${at}] is the key of keys[${first}]: a key has one plan`]
  })
}

function explain({ path, message, hint = '' }: Problem): string {
  if (path === '') return `the whole ${message}, such as "port: ${DEFAULT_PORT}"`
  return `${path} ${message}${hint && `.${hint}`}`
}

function blame(file: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new CommandError(`${file}: ${listProblems(problems)}`)
}
