// What has become of the pets that a run has added, at its end.
import { counted } from '../../spec/wording.ts'
import type { Check } from '../engine/check.ts'
import { readJson, type Exchange } from '../engine/exchange.ts'
import { remembering } from '../history/history.ts'
import { expectStatus, expectThat } from '../engine/expect.ts'
import { type JsonObject, memberOf, idText, textOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { marksOfRefused } from '../probes/additions.ts'
import { givenAdded, givenIds, givenPet, givenRead, givenUniqueIds, getShown } from '../probes/given.ts'
import { expectKept } from '../probes/kept-in-list.ts'
import {
  addedPets,
  expectAsAdded,
  expectAsAddedBy,
  inexactness,
  isLike,
  isToldAsSent,
  type AddedPet,
} from '../probes/kept.ts'
import { lawfulSpellings } from '../history/spellings.ts'
import { added, list, LONGEST_PAGE, withSpareKey } from '../probes/requests.ts'
import { expectNotAdded, LATER, readList, readListLater, search } from '../probes/whole-list.ts'

export const keptChecks: readonly Check[] = [
  {
    id: 'CREATE-2',
    aspect: 'every accepted body',
    needs: ['writes'],
    check: (run) => {
      for (const pet of addedPets(run)) {
        run.session.lookAt([pet.creation])
        expectAsAdded(run, pet, pet.told, pet.creation)
      }
    },
  },
  {
    id: 'PET-4',
    aspect: 'the categoryId of every accepted body comes back digit for digit',
    needs: ['writes'],
    check: (run) => {
      const pets = addedPets(run)
      if (pets.length === 0) missing('a pet that was added (CREATE-1)')
      for (const { creation } of pets) run.session.lookAt([creation])
      for (const pet of pets) {
        const breach = isElse(pet) ? undefined : inexactness(pet, pet.told, pet.creation)
        if (breach) throw breach
      }
    },
  },
  {
    id: 'CREATE-1',
    aspect: 'each creation adds one pet',
    needs: ['writes'],
    check: async (run) => {
      const { pages, pets } = await readList(run, LONGEST_PAGE)
      const before = new Set(givenIds(await run.session.share(list(LONGEST_PAGE))).map(idText))
      // A name without the mark may be that of others' pets too, who add some meanwhile.
      const { mark } = run.settings
      const own = pets.filter(
        (pet) =>
          !before.has(idText(pet)) && textOf(pet['name']).includes(mark) && sendings(run, pet['name']) > 0,
      )
      const told = new Map(addedPets(run).map((pet) => [idText(pet.told), textOf(pet.told['name'])]))
      // Whoever adds pets meanwhile may copy some of the run's.
      const others = pets.filter(
        (pet) => !before.has(idText(pet)) && !told.has(idText(pet)) && sendings(run, pet['name']) === 0,
      )
      if (others.length > 0) missing('a service to which nobody else adds pets meanwhile')
      if (own.some((pet) => (told.get(idText(pet)) ?? pet['name']) !== pet['name'])) dependsOn('LIST-7')
      const { names } = marksOfRefused(run)
      if (pets.some(({ name }) => names.has(textOf(name)))) dependsOn('CREATE-6')
      // A pet of the same name in another category, or of another status, was added by somebody else.
      const created = addedPets(run).map((pet) => pet.told)
      const isTwin = (pet: JsonObject): boolean => {
        const named = created.filter(({ name }) => name === pet['name'])
        return named.length === 0 || named.some((one) => isLike(one, pet))
      }
      for (const [name, like] of Map.groupBy(own.filter(isTwin), (pet) => textOf(pet['name']))) {
        const [most, ids] = [sendings(run, name), new Set(like.map(idText))]
        const expected = `at most ${counted(most, 'pet')} named ${name.slice(0, LONGEST_SHOWN)}, as sent`
        expectThat(ids.size <= most, expected, String(ids.size), pages[0])
      }
    },
  },
]

/** Of the whole run. What tells an earlier pet's other fields too, or what was not sent, is another clause's. */
export const ownIdsCheck: Check = {
  id: 'PET-2',
  aspect: 'no two creations return the same id',
  needs: ['writes'],
  check: (run) => {
    const pets = addedPets(run).filter(isToldAsSent)
    if (pets.length < 2) missing('two creations')
    run.session.lookAt(pets.map(({ creation }) => creation))
    const known = new Map<string, AddedPet>()
    for (const pet of pets) {
      const id = idText(pet.told)
      const before = known.get(id)
      const isOwn = before === undefined || isLike(before.told, pet.told)
      expectThat(isOwn, 'an id that no pet has', `${id} once more`, pet.creation)
      known.set(id, pet)
    }
  },
}

/** Whether pets can be listed and read again, when all has been added that a run adds. */
export const againChecks: readonly Check[] = [
  {
    id: 'LIST-7',
    aspect: 'a pet is still listed as it was added, at the end of the run',
    needs: ['writes'],
    extra: true,
    cost: 1,
    check: async (run) => {
      const whole = await readListLater(run)
      const added = addedPets(run, whole.pages[0])
      const ids = new Set(whole.pets.map(idText))
      if (added.every(({ told }) => !ids.has(idText(told))) && !whole.isWhole)
        missing('a pet of the run in the list')
      await expectKept(run, whole)
    },
  },
  {
    id: 'CREATE-6',
    aspect: 'the same for bodies that a service may accept or refuse',
    needs: ['writes'],
    extra: true,
    check: async (run) => {
      const isRead = run.session.exchanges.some(({ probe }) => probe.moment === LATER)
      const found = await search(run, isRead ? LATER : undefined)
      await expectNotAdded(run, marksOfRefused(run, found.status), found)
    },
  },
  {
    id: 'GET-1',
    aspect: 'a pet is still there at the end of the run',
    needs: ['writes'],
    extra: true,
    cost: 1,
    check: async (run) => {
      const pet = await givenAdded(run, { status: 'sold' })
      await givenUniqueIds(run)
      await givenRead(run, await run.session.share(getShown(pet)))
      const spare = await run.session.send(withSpareKey(run, getShown(pet)))
      // How keys are scoped is not shown: another one may have pets of its own.
      const isOther = spare.status === 404 && spare.probe.caller === 'second key'
      const after = isOther ? await run.session.send(getShown(pet)) : spare
      expectStatus(after, 200)
      const read = givenPet(await givenRead(run, after))
      expectAsAddedBy(run, await added(run, { status: 'sold' }), read, after)
    },
  },
]

const LONGEST_SHOWN = 60

/** Whether a creation tells other fields too otherwise than they were sent, as of another pet. */
function isElse({ sent, told }: AddedPet): boolean {
  return (['name', 'status'] as const).some((name) => sent[name] !== undefined && sent[name] !== told[name])
}

/** How often the run has sent a body with a name; a request that was refused may have stored one, which is another clause's. */
function sendings({ session }: Run, listed: unknown): number {
  const isLike = (one: Exchange): boolean => namesSent(one).some((name) => name === listed)
  return session.exchanges.filter(isLike).reduce((sum, { tries = 1 }) => sum + tries, 0)
}

/** As which the name that a creation has sent may be listed. */
const namesSent = remembering(({ probe }: Exchange): readonly string[] => {
  const name = probe.operation === 'createPet' ? memberOf(readJson(probe.body ?? ''), 'name') : undefined
  return typeof name === 'string' ? lawfulSpellings(name) : []
})
