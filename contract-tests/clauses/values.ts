// Values at the edges of what databases, forms and parsers take, for a run that has the requests.
import type { Check } from '../engine/check.ts'
import { oddName } from '../history/odd-pets.ts'
import { oddCategory } from '../probes/additions.ts'
import { givenAdded, givenTaken, givenTakenWith } from '../probes/given.ts'
import { createInvalid, list, withSpareKey } from '../probes/requests.ts'
import { nextStatus, onceMore } from '../probes/added.ts'

// One more than columns and forms often hold.
const LENGTHS = [33, 51, 256]
const NAMES: readonly (readonly [what: string, name: (mark: string) => string])[] = [
  ['with letters that are not composed', (mark) => `${mark} Zoe\u0308`],
  ['with a ligature and joined emoji', (mark) => `${mark} \uFB01x \u{1F468}\u200D\u{1F467}`],
  ...LENGTHS.map((length) => [`of ${length} letters`, (mark: string) => mark.padEnd(length, 'o')] as const),
]

/** A status that is there, and says nothing. */
export const emptyStatusCheck: Check = {
  id: 'CREATE-4',
  aspect: 'status is empty: 400',
  needs: ['writes'],
  extra: true,
  caller: 'spare',
  cost: 1,
  ask: async (run) => {
    await givenTaken(run)
    // Of an empty filter the document does not speak, but any reply has its form.
    await run.session.share(withSpareKey(run, list('?status=')))
    const [name, category] = [oddName(run.settings.mark, 'empty'), await oddCategory(run)]
    const probe = createInvalid(`{"name":"${name}","categoryId":${category},"status":""}`)
    return [await run.session.share(withSpareKey(run, probe))]
  },
}

export const nameChecks: readonly Check[] = [
  ...NAMES.map(([what, nameFrom]): Check => ({
    id: 'CREATE-2',
    aspect: `a name ${what}`,
    needs: ['writes'],
    extra: true,
    cost: 1,
    ask: async (run) => {
      await givenAdded(run, {})
      const probe = await onceMore(run, { status: nextStatus(run), name: nameFrom(run.settings.mark) })
      return [await givenTakenWith(run, `with a name ${what}`, await run.session.share(probe))]
    },
  })),
]
