import { limitBounds, petStatuses } from '../../spec/operations.ts'
import type { PetStatus } from '../../spec/wire.ts'
import { counted } from '../../spec/wording.ts'
import type { Check } from '../engine/check.ts'
import type { Run } from '../engine/run.ts'
import { given, missing, outOfReach } from '../engine/verdicts.ts'
import { sightingsIn, wholeList } from '../history/sightings.ts'
import { isAdded, type JsonObject } from '../history/values.ts'
import { listOfMany } from '../probes/additions.ts'
import { givenList } from '../probes/given.ts'
import { list, LONGEST_PAGE, ofStatus } from '../probes/requests.ts'

const { least, most, default: preset } = limitBounds
// Of two digits that are the same, which no other limit has that every run asks for.
const LONGER = preset + 2
const SOME = 7

export const listChecks: readonly Check[] = [
  {
    id: 'LIST-1',
    cost: 1,
    ask: async ({ session }) => [await session.share(list())],
  },
  {
    id: 'LIST-5',
    aspect: 'a list of a status that no pet has is empty',
    extra: true,
    cost: 1,
    isDue: (run) => statusOfNone(run) !== undefined,
    ask: async (run) => [await run.session.send(list(`?status=${statusOfNone(run)}`))],
  },
  pageCheck('the smallest page', least, least, 2),
  pageCheck('a page that is longer than the default', LONGER, preset, 1),
  ...(
    [
      ['smallest', least],
      ['largest', most],
    ] as const
  ).map(([what, limit]): Check => ({
    id: 'LIST-3',
    aspect: `the ${what} limit`,
    ask: async ({ session }) => {
      givenList(await session.share(list()))
      return [await session.share(list(`?limit=${limit}`))]
    },
  })),
  {
    id: 'LIST-4',
    ask: async (run) => {
      const all = await listOfMany(run, LONGEST_PAGE)
      const first = await listOfMany(run)
      givenMoreThan(preset, givenList(all).length, run)
      // The first page was asked for before the others, which may have had fewer pets then.
      const isShort = givenList(first).length < preset
      return isShort ? [first, await run.session.send(list())] : [first]
    },
  },
  ...petStatuses.map((status): Check => ({
    id: 'LIST-5',
    aspect: `status=${status} lists the pets of that status, and no other`,
    cost: 1,
    ask: async (run) => {
      const all = givenList(await listOfMany(run, LONGEST_PAGE))
      const page = await listOfMany(run, ofStatus(status))
      return all.length + givenList(page).length === 0 ? missing('a pet') : [page]
    },
  })),
  {
    id: 'LIST-5',
    aspect: 'the page is cut after filtering',
    cost: 1,
    ask: async (run) => {
      const all = givenList(await listOfMany(run, LONGEST_PAGE))
      const status = (await hiddenStatus(run, all)) ?? outOfReach('a pet behind pets of another status')
      const page = await listOfMany(run, `?status=${status}&limit=${SOME}`)
      return [page]
    },
  },
]

/** A status of which a page would show too few pets if it were cut before it is filtered. */
async function hiddenStatus(run: Run, all: readonly JsonObject[]): Promise<PetStatus | undefined> {
  const first = all.slice(0, SOME)
  for (const status of petStatuses) {
    const { length } = givenList(await listOfMany(run, ofStatus(status)))
    if (first.filter((pet) => pet['status'] === status).length < Math.min(SOME, length)) return status
  }
  return undefined
}

/** A status that no pet had before the run added some, as far as the first list shows it. */
function statusOfNone({ session: { exchanges } }: Run): PetStatus | undefined {
  const first = exchanges.find((one) => wholeList(one) !== undefined)
  if (first === undefined || exchanges.some(isAdded)) return undefined
  const pets = sightingsIn(first)
  return petStatuses.find((status) => pets.every((pet) => pet.status !== status))
}

function pageCheck(aspect: string, limit: number, more: number, cost: number): Check {
  return {
    id: 'LIST-2',
    aspect,
    cost,
    ask: async (run) => {
      const all = await listOfMany(run, LONGEST_PAGE)
      const page = await listOfMany(run, `?limit=${limit}`)
      givenMoreThan(more, givenList(all).length, run)
      return [page]
    },
  }
}

/** Leaves a check undone where all there is fits into the page, whatever its limit. */
function givenMoreThan(limit: number, length: number, { settings }: Run): void {
  const { readOnly, thorough, secondKey } = settings
  const hint =
    readOnly || thorough || secondKey !== undefined ? '' : '; a second key would add them, or --thorough'
  given(length > limit, `a list of more than ${counted(limit, 'pet')}${hint}`)
}
