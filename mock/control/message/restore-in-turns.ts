import { nextTurn } from '../../../spec/next-turn.ts'
import type { Int64 } from '../../../spec/exact-json/int64.ts'
import type { StoredPet } from '../../core/pets/pet-store.ts'
import { ControlError, throwInvalid } from '../../core/world/control-error.ts'
import { checkSnapshot, writePets, type SavedWorld } from '../../core/world/snapshot.ts'
import type { World } from '../../core/world/world.ts'

/** Pets that are checked and written in a few milliseconds. */
const PART = 4000

/**
 * Restores a saved state, as `World.restore` does. One of many pets is checked and written in turns with requests, which
 * meet the state before until then.
 */
export async function restoreInTurns(world: World, value: unknown, whole: string): Promise<void> {
  if (!hasPets(value) || value.pets.length <= PART) {
    await world.restore(value, whole)
    return
  }
  // What has been checked once need not be checked with every part.
  const short = { ...value, keys: [], addresses: [], faults: [], categories: [] }
  const [pets, all]: [SavedWorld['pets'][number][], StoredPet[]] = [[], []]
  const ids = new Set<Int64>()
  let bytes = 0
  let saved: SavedWorld | undefined
  for (let from = 0; from < value.pets.length; from += PART) {
    const part = { ...(from === 0 ? value : short), pets: value.pets.slice(from, from + PART) }
    const checked = checkPart(part, whole, from)
    saved ??= checked
    pets.push(...checked.pets)
    const written = writePets(checked)
    for (const pet of written.all) {
      if (ids.has(pet.id)) throwInvalid(`pets hold ${pet.id} twice`)
      ids.add(pet.id)
      all.push(pet)
    }
    bytes += written.bytes
    await nextTurn()
  }
  if (saved !== undefined) await world.restoreChecked({ ...saved, pets }, false, { all, bytes })
}

/** Validates a part of a snapshot, whose pets have `before` others before them. */
function checkPart(part: unknown, whole: string, before: number): SavedWorld {
  try {
    return checkSnapshot(part, whole)
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    const place = (_found: string, start: string, at: string): string =>
      `${start}pets[${Number(at) + before}]`
    throw new ControlError(error.kind, error.message.replaceAll(/(^|; )pets\[(\d+)\]/g, place), {
      cause: error,
    })
  }
}

function hasPets(value: unknown): value is { readonly pets: readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'pets' in value && Array.isArray(value.pets)
}
