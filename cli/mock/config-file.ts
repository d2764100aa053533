import { ChoiceError, parseChoices, schemaCheck, type Problem } from '../../spec/index.ts'
import { components } from '../../mock/control/document.ts'
import { faultProblem } from '../../mock/core/faults/fault-problem.ts'
import { keyProblem } from '../../mock/core/limits/key-problem.ts'
import { CommandError } from '../environment/command-error.ts'
import { configSchema } from './config-schema.ts'
import type { Layer } from './mock-flags.ts'
import { parseYaml } from '../environment/yaml-file.ts'

const MOST_TOLD = 5

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
  const check = await schemaCheck(configSchema, components)
  blame(file, check(value).map(explain))
  const { data, choicesFile, choices, limits, ...rest } = value as Config
  blame(file, [
    ...(data !== undefined && rest.pets !== undefined ? ['say pets or data, not both'] : []),
    ...(rest.keys ?? []).flatMap((key, at) => told(`keys[${at}]`, keyProblem(key))),
    ...(rest.faults ?? []).flatMap((fault, at) => told(`faults[${at}]`, faultProblem(fault))),
  ])
  return {
    ...rest,
    ...(data !== undefined && { data: resolve(data) }),
    ...(choicesFile !== undefined && { choicesFile: resolve(choicesFile) }),
    ...(choices && { choices: lawful(choices, file) }),
    ...(limits !== undefined && { limits: limits === true || limits === 'on' }),
  }
}

function lawful(choices: NonNullable<Config['choices']>, file: string): Layer['choices'] {
  try {
    return parseChoices(choices)
  } catch (error) {
    if (error instanceof ChoiceError)
      throw new CommandError(`${file}: choices: ${error.message}`, { cause: error })
    throw error
  }
}

function told(place: string, problem: string | undefined): readonly string[] {
  return problem === undefined ? [] : [`${place}: ${problem}`]
}

function explain({ path, message, hint = '' }: Problem): string {
  if (path === '') return `the whole ${message}, such as "port: 4010"`
  return `${path} ${message}${hint && `.${hint}`}`
}

function blame(file: string, problems: readonly string[]): void {
  if (problems.length === 0) return
  const more = problems.length - MOST_TOLD
  const some = [...problems.slice(0, MOST_TOLD), ...(more > 0 ? [`and ${more} more`] : [])]
  throw new CommandError(`${file}: ${some.join('; ').replaceAll('?; ', '? ')}`)
}
