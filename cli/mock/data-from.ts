import { CONTRACT_DEFAULTS } from '../../contract-tests/engine/settings.ts'
import type { SeedPet } from '../../fixtures/seed-pet.ts'
import { counted } from '../../spec/wording.ts'
import type { Environment } from '../environment/environment.ts'
import { KEY_VARIABLE, keyFrom, parseBaseUrl } from '../environment/flag-values.ts'
import type { Sources } from '../environment/sources.ts'
import { waysOf } from '../environment/ways.ts'
import { saveFile } from '../environment/save-file.ts'
import { readPets } from '../service-pets/read-pets.ts'
import { roomOf } from '../service-pets/room.ts'
import { jsonLines, oldestFirst } from '../service-pets/starting-pets.ts'
import type { Notice } from './log-lines.ts'
import type { MockFlags } from './mock-command.ts'
import type { Settings } from './read-settings.ts'

/** The pets of another service that a mock starts with, and what to say of them. */
export interface DataFrom {
  readonly pets: readonly SeedPet[]
  readonly notices: readonly Notice[]
}

/**
 * Reads the pets of the service that `--data-from` names, in the order that the choices make a list of them again, and saves
 * them where the flags say so. Rejects with a CommandError, or with a ControlError for too much memory.
 */
export async function dataFrom(
  address: string,
  { apiKeyEnv, maxWait = CONTRACT_DEFAULTS.maxWait, saveData }: MockFlags,
  { memory, options: { choices = {} } }: Pick<Settings, 'memory' | 'options'>,
  environment: Environment,
  sources: Sources,
): Promise<DataFrom> {
  const baseUrl = parseBaseUrl(address, '--data-from')
  const key = keyFrom(environment, apiKeyEnv ?? KEY_VARIABLE, '--api-key-env')
  // With --log json, stdout has lines of JSON alone.
  const ways = waysOf(environment, { ...CONTRACT_DEFAULTS, baseUrl }, environment.stderr)
  const room = roomOf({ memory }, '--memory')
  const { pets: listed, remarks } = await readPets({ baseUrl, key, maxWait, room }, ways)
  const pets = oldestFirst(listed, choices['list-order'])
  if (saveData === undefined) return { pets, notices: remarks }
  const name = sources.nameOf(saveData)
  const saved = await saveFile(saveData, name, `${jsonLines(pets)}\n`, environment)
  const sentence = `${saved}: ${counted(pets.length, 'pet')}`
  return { pets, notices: [...remarks, { level: 'info', sentence }] }
}
