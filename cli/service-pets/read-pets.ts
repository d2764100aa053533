import { keyCutter } from '../../contract-tests/engine/cut-keys.ts'
import { Unreachable } from '../../contract-tests/engine/transport.ts'
import { oneLine } from '../../contract-tests/report/model/text.ts'
import type { SeedPet } from '../../fixtures/seed-pet.ts'
import { counted, figure } from '../../spec/wording.ts'
import { addressProblem, listNotFound } from '../contract/preconditions.ts'
import { CommandError } from '../environment/command-error.ts'
import type { Ways } from '../environment/ways.ts'
import { CarefulClient, Stopped } from './careful-client.ts'
import { NoList, readList, type ReadList } from './read-list.ts'
import type { Room } from './room.ts'
import { startingPets, type StartingPets } from './starting-pets.ts'

/** The service whose pets are read. */
export interface PetsOf {
  readonly baseUrl: string
  readonly key: string
  /** Seconds to wait in all. */
  readonly maxWait: number
  /** For how much there is room. */
  readonly room: Room
}

/** The pets of a service, in the order of its list, without the key. */
export interface ServicePets {
  readonly pets: readonly SeedPet[]
  /** What was read, and what was not, without the key. */
  readonly remarks: readonly Remark[]
  /** How long it waited, in seconds. */
  readonly waited: number
}

export interface Remark {
  readonly level: 'info' | 'warning'
  /** In one line. */
  readonly sentence: string
}

/**
 * Reads the pets that the list of a service gives, with GET requests only; rejects with a CommandError, without the key in it, that
 * says why there are none.
 */
export async function readPets(
  service: PetsOf,
  { transport, clock }: Pick<Ways, 'transport' | 'clock'>,
): Promise<ServicePets> {
  const cutKey = keyCutter({ key: service.key, secondKey: undefined }, [service.baseUrl])
  const client = new CarefulClient(service, transport, clock)
  try {
    const list = await readList(client, service.baseUrl, service.room)
    const starting = startingPets(list.items)
    const [reason] = starting.leftOut.reasons
    if (starting.pets.length === 0 && reason !== undefined)
      throw new CommandError(`${service.baseUrl} lists nothing that is a pet: ${oneLine(reason)}`)
    const pets = starting.pets.map((pet) => {
      const name = cutKey(pet.name)
      return name === pet.name ? pet : { ...pet, name }
    })
    const redacted = pets.filter((pet, at) => pet !== starting.pets[at]).length
    const remarks = remarksOn(service, client.requests, list, { ...starting, redacted })
    return {
      pets,
      remarks: remarks.map(({ level, sentence }) => ({ level, sentence: cutKey(sentence) })),
      waited: Math.ceil(client.waited / 1000),
    }
  } catch (error) {
    const why = whyNoPets(error, service.baseUrl)
    throw why === undefined ? error : new CommandError(cutKey(why), { cause: error })
  }
}

/** What the user reads of a failure; `undefined` for a mistake of our own. */
function whyNoPets(error: unknown, baseUrl: string): string | undefined {
  if (error instanceof CommandError || error instanceof Unreachable) return error.message
  if (error instanceof Stopped) return `${baseUrl} gives no pets: ${error.message}`
  if (!(error instanceof NoList)) return undefined
  const problem = addressProblem(baseUrl, error.reply)
  if (problem !== undefined) return problem
  return error.reply.status === 404 ? listNotFound(baseUrl) : `${baseUrl} gives no pets: ${error.message}`
}

function remarksOn(
  { baseUrl }: PetsOf,
  requests: number,
  { gaps }: ReadList,
  { pets, leftOut, nullStatuses, dropped, redacted }: StartingPets & { readonly redacted: number },
): readonly Remark[] {
  const all = gaps.length === 0 && leftOut.count === 0 ? ', which are all that it lists' : ''
  const remarks: Remark[] = [
    {
      level: 'info',
      sentence: `${counted(pets.length, 'pet')} of ${baseUrl}${all} (${counted(requests, 'request')})`,
    },
  ]
  const warn = (sentence: string): void => void remarks.push({ level: 'warning', sentence })
  if (gaps.length > 0) warn(`the service may have more pets: ${oneLine(gaps.join('; '))}`)
  if (leftOut.count > 0) {
    const what = counted(leftOut.count, 'item')
    warn(`left out ${what} that the mock cannot store: ${someOf(leftOut.reasons, leftOut.count)}`)
  }
  if (dropped.count > 0)
    warn(`left out fields that the document does not name: ${someOf(dropped.names, dropped.count)}`)
  if (nullStatuses > 0) warn(`left out the status null of ${counted(nullStatuses, 'pet')}`)
  if (redacted > 0) warn(`redacted the API key, or a part of it, in the names of ${counted(redacted, 'pet')}`)
  return remarks
}

/** The first of so many, and how many more there are. */
function someOf(shown: readonly string[], count: number): string {
  const more = count - shown.length
  return `${shown.map(oneLine).join('; ')}${more > 0 ? `; and ${figure(more)} more` : ''}`
}
