import { memberOf } from '../../contract-tests/history/values.ts'
import { OVERHEAD } from '../../mock/core/memory/bounds.ts'
import { textBytes } from '../../mock/core/memory/memory.ts'
import type { MockOptions } from '../../mock/options.ts'
import { startingRoom } from '../../mock/options.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'

/** The memory of a mock for the pets of a service. */
export interface Room {
  readonly bytes: number
  /** Whose memory it is, as the subject of a sentence. */
  readonly owner: string
}

/** What is left is for keys, and for pets that are added. */
const SHARE_OF_PETS = 0.9

/** The room of a mock with these options; `flag` raises it. Throws a ControlError for more memory than there is. */
export function roomOf(options: Pick<MockOptions, 'memory'>, flag?: string): Room {
  const { bytes, megabytes } = startingRoom(options)
  const owner = `a mock of ${megabytes} MB${flag === undefined ? '' : ` (${flag})`}`
  return { bytes: bytes * SHARE_OF_PETS, owner }
}

/** The memory of an item of a list as a starting pet, in bytes. */
export function itemBytes(item: unknown): number {
  const [id, name, categoryId, status] = ['id', 'name', 'categoryId', 'status'].map((field) =>
    memberOf(item, field),
  )
  const texts = [stringifyJson({ id, name, categoryId, status }), typeof name === 'string' ? name : '']
  return texts.reduce((bytes, text) => bytes + textBytes(text), OVERHEAD.pet + OVERHEAD.startingPet)
}
