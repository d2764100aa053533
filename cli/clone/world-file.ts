import type { SeedPet } from '../../fixtures/seed-pet.ts'
import { createMock } from '../../mock/fetch/index.ts'
import type { Snapshot } from '../../mock/core/world/snapshot.ts'
import type { Choices } from '../../spec/choices.ts'
import { isInt64, toInt64 } from '../../spec/exact-json/int64.ts'
import { stringifyJson } from '../../spec/exact-json/json.ts'
import { jsonLines } from '../service-pets/starting-pets.ts'

/**
 * A saved world with these pets, the oldest first, and choices, for `petstore mock --world`. It has the choices that are given
 * alone, and no times, so that the same pets and choices give the same text. Throws a ControlError where a mock has no room for the pets.
 */
export function worldText(pets: readonly SeedPet[], choices: Partial<Choices>): string {
  const { clock: _clock, pets: saved, ids, ...world } = createMock({ pets, choices }).snapshot()
  const given = Object.fromEntries(Object.entries(world.choices).filter(([id]) => Object.hasOwn(choices, id)))
  const head = stringifyJson({ ...world, choices: given, ids: idsAfter(pets, ids) }, 2).replace(/\n\}$/, '')
  return `${head},\n  "pets": ${jsonLines(saved.map(({ pet }) => ({ pet })))}\n}\n`
}

/** Counts on after the ids of the pets: those between them may be ids of pets that the list of the service does not show. */
function idsAfter(pets: readonly SeedPet[], ids: Snapshot['ids']): Snapshot['ids'] {
  const next = { ...ids }
  for (const { id = 0 } of pets) {
    const numbering = id < ids['beyond-2-53'] ? 'from-1' : 'beyond-2-53'
    const after = toInt64(BigInt(id) + 1n)
    if (after > next[numbering] && isInt64(after)) next[numbering] = after
  }
  return next
}
