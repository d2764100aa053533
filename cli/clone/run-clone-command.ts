import { CONTRACT_DEFAULTS } from '../../contract-tests/engine/settings.ts'
import type { SeedPet } from '../../fixtures/seed-pet.ts'
import { ControlError } from '../../mock/core/world/control-error.ts'
import type { Choices } from '../../spec/choices.ts'
import { counted } from '../../spec/wording.ts'
import { withoutKeyIn } from '../contract/target.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Environment } from '../environment/environment.ts'
import { KEY_VARIABLE, keyFrom, parseBaseUrl } from '../environment/flag-values.ts'
import { saveFile } from '../environment/save-file.ts'
import { Sources } from '../environment/sources.ts'
import { waysOf } from '../environment/ways.ts'
import { parseChoicesFile, type ChoicesOfFile } from '../environment/yaml-file.ts'
import { readPets } from '../service-pets/read-pets.ts'
import { roomOf } from '../service-pets/room.ts'
import { oldestFirst } from '../service-pets/starting-pets.ts'
import { DEFAULT_COPY, type CloneFlags } from './clone-command.ts'
import { observeChoices } from './observe-choices.ts'
import { worldText } from './world-file.ts'

/** `petstore clone`: copies a service into a saved world, and resolves with the exit code 0. Rejects with a CommandError where it cannot. */
export async function runCloneCommand(flags: CloneFlags, environment: Environment): Promise<number> {
  const baseUrl = parseBaseUrl(flags.baseUrl)
  const key = keyFrom(environment, flags.apiKeyEnv ?? KEY_VARIABLE, '--api-key-env')
  try {
    await copy({ ...flags, baseUrl }, key, environment)
    return 0
  } catch (error) {
    throw withoutKeyIn(error, { key, secondKey: undefined })
  }
}

async function copy(flags: CloneFlags, key: string, environment: Environment): Promise<void> {
  const { stdout, files } = environment
  const { baseUrl, maxWait = CONTRACT_DEFAULTS.maxWait } = flags
  const sources = new Sources(files)
  const path = sources.resolve(flags.save ?? DEFAULT_COPY)
  // Before pets are added to the service for nothing.
  if (files.exists(path) && !files.isPlain(path))
    throw new CommandError(`${sources.nameOf(path)} is no file that a copy can be written to`)
  const given = await givenChoices(flags, sources)

  // Before the suite adds pets of its own.
  const ways = waysOf(environment, { ...CONTRACT_DEFAULTS, baseUrl }, stdout)
  const { pets, remarks, waited } = await readPets({ baseUrl, key, maxWait, room: roomOf({}) }, ways)
  for (const { sentence } of remarks) stdout.write(`${sentence}\n`)
  const { readOnly = false, exhaust = false } = flags
  const left = { maxWait: Math.max(0, maxWait - waited) }
  const { choices, others } =
    given ?? (await observeChoices({ baseUrl, key, readOnly, exhaust, ...left }, environment))
  for (const [why, ids] of [
    ['another behaviour than the variants (other)', others],
    ['not observed', given?.unseen ?? []],
  ] as const)
    if (ids.length > 0) stdout.write(`${why}, so the copy has the default of the mock: ${ids.join(', ')}\n`)

  const name = sources.nameOf(path)
  const text = textOf(oldestFirst(pets, choices['list-order']), choices)
  const saved = await saveFile(path, name, text, environment)
  const copied = `${counted(pets.length, 'pet')} and ${counted(Object.keys(choices).length, 'choice')}`
  stdout.write(`${saved}: ${copied}. Start the copy with ${environment.launch(`mock --world ${name}`)}\n`)
}

function textOf(pets: readonly SeedPet[], choices: Partial<Choices>): string {
  try {
    return worldText(pets, choices)
  } catch (error) {
    // There is no room for so many pets.
    throw error instanceof ControlError ? new CommandError(error.message, { cause: error }) : error
  }
}

async function givenChoices(
  { choices: file }: CloneFlags,
  sources: Sources,
): Promise<ChoicesOfFile | undefined> {
  if (file === undefined) return undefined
  return parseChoicesFile(await sources.read(sources.resolve(file), '--choices'), file)
}
