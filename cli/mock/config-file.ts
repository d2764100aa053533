import { MOST } from '../../mock/core/memory/bounds.ts'
import { MOST_PETS } from '../../fixtures/pets.ts'
import { inputs } from '../../mock/core/world/generated/inputs.ts'
import { faultProblem, keyProblem } from '../../mock/core/world/spec-problems.ts'
import { OWN_OPTIONS } from '../../mock/core/world/mock-options.ts'
import { DEFAULT_PORT, HIGHEST_PORT } from '../../mock/address.ts'
import { tellProblems, type Problem } from '../../spec/schema-check.ts'
import { NON_EMPTY_TEXT, valueProblems } from '../../spec/value-problems.ts'
import { CommandError } from '../environment/command-error.ts'
import { lawfulChoices, parseYaml } from '../environment/yaml-file.ts'
import { logForms, type Layer } from './mock-command.ts'

const anySeed = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

/** What may stand in `petstore.config.yaml`; keys and faults as the control API takes them. */
const configSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    port: { type: 'integer', minimum: 0, maximum: HIGHEST_PORT },
    host: NON_EMPTY_TEXT,
    seed: anySeed,
    pets: { type: 'integer', minimum: 0, maximum: MOST_PETS },
    data: NON_EMPTY_TEXT,
    keys: { type: 'array', items: { $ref: '#/components/schemas/NewKey' } },
    // Checked against the open points.
    choices: { type: 'object' },
    choicesFile: NON_EMPTY_TEXT,
    vary: anySeed,
    limits: { enum: ['on', 'off', true, false] },
    log: { enum: logForms },
    quiet: { type: 'boolean' },
    allowOrigins: OWN_OPTIONS.allowOrigins,
    memory: OWN_OPTIONS.memory,
    store: NON_EMPTY_TEXT,
    faults: { type: 'array', maxItems: MOST.faults, items: { $ref: '#/components/schemas/NewFault' } },
  },
}

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
  blame(file, valueProblems(value, configSchema, inputs.schemas).map(explain))
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
    ...(choices && { choices: lawfulChoices(choices, `${file}: choices`) }),
    ...(limits !== undefined && { limits: limits === true || limits === 'on' }),
  }
}

function told(place: string, problem: string | undefined): readonly string[] {
  return problem === undefined ? [] : [`${place}: ${problem}`]
}

function explain({ path, message, hint = '' }: Problem): string {
  if (path === '') return `the whole ${message}, such as "port: ${DEFAULT_PORT}"`
  return `${path} ${message}${hint && `.${hint}`}`
}

function blame(file: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new CommandError(`${file}: ${tellProblems(problems)}`)
}
