import { limitBounds, petStatuses } from '../../spec/operations.ts'
import { counted } from '../../spec/wording.ts'
import type { Check } from '../engine/check.ts'
import { type Exchange, isBefore } from '../engine/exchange.ts'
import { expectStatus, expectThat } from '../engine/expect.ts'
import { isObject, idText, shown, textOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { dependsOn, missing } from '../engine/verdicts.ts'
import { accessFault, givenEachOnce, givenIds, givenList } from '../probes/given.ts'
import { listOfMany } from '../probes/additions.ts'
import { list, LONGEST_PAGE, ofStatus } from '../probes/requests.ts'

const { least, most, default: preset } = limitBounds
// Of two digits that are the same, which no other limit has that every run asks for.
const LONGER = preset + 2
const SOME = 7

export const listChecks: readonly Check[] = [
  {
    id: 'LIST-1',
    cost: 1,
    check: async ({ session }) => {
      const page = await session.share(list())
      const fault = accessFault(page.status)
      if (fault !== undefined) dependsOn(fault)
      expectStatus(page, 200)
      expectThat(
        Array.isArray(page.json),
        'a JSON array',
        page.json === undefined ? 'no JSON' : 'other JSON',
        page,
      )
      const hasOthers = Array.isArray(page.json) && !page.json.every(isObject)
      expectThat(!hasOthers, 'an array of pets', 'one of other values', page)
    },
  },
  {
    id: 'LIST-2',
    aspect: 'the smallest page',
    cost: 2,
    check: async (run) => {
      const all = await listOfMany(run, LONGEST_PAGE)
      expectLength(await listOfMany(run, `?limit=${least}`), least, all)
      givenMoreThan(least, givenList(all).length, run)
    },
  },
  {
    id: 'LIST-2',
    aspect: 'a page that is longer than the default',
    cost: 1,
    check: async (run) => {
      const all = await listOfMany(run, LONGEST_PAGE)
      expectLength(await listOfMany(run, `?limit=${LONGER}`), LONGER, all)
      givenMoreThan(preset, givenList(all).length, run)
    },
  },
  ...(
    [
      ['smallest', least],
      ['largest', most],
    ] as const
  ).map(([what, limit]): Check => ({
    id: 'LIST-3',
    aspect: `the ${what} limit`,
    check: async ({ session }) => {
      givenList(await session.share(list()))
      expectStatus(await session.share(list(`?limit=${limit}`)), 200)
    },
  })),
  {
    id: 'LIST-4',
    check: async (run) => {
      const all = await listOfMany(run, LONGEST_PAGE)
      const first = await listOfMany(run)
      const isShort = givenList(first).length < Math.min(preset, givenList(all).length)
      // It was asked for before the others were seen, which somebody else may have added since.
      expectLength(isShort ? await run.session.send(list()) : first, preset, all)
      givenMoreThan(preset, givenList(all).length, run)
    },
  },
  ...petStatuses.map((status): Check => ({
    id: 'LIST-5',
    aspect: `status=${status} lists the pets of that status, and no other`,
    cost: 1,
    check: async (run) => {
      const whole = await listOfMany(run, LONGEST_PAGE)
      const all = givenIds(whole)
      const page = await listOfMany(run, ofStatus(status))
      expectStatus(page, 200)
      const found = givenIds(page)
      const other = found.find((pet) => pet['status'] !== status)
      expectThat(
        other === undefined,
        `only ${status} pets`,
        `a pet that is ${shown(other?.['status'])}`,
        page,
      )
      if (all.length + found.length === 0) missing('a pet')
      await givenEachOnce(run)
      const statuses = new Map(all.map((pet) => [pet['id'], pet['status']]))
      const others = petStatuses.filter((one) => one !== status)
      const renamed = found.find((pet) => others.some((one) => one === statuses.get(pet['id'])))
      // An id that several pets have tells nothing of any.
      if (renamed !== undefined) await givenEachOnce(run)
      const [id, was] = [idText(renamed), textOf(statuses.get(renamed?.['id']))]
      expectThat(
        renamed === undefined,
        `only pets that every list has as ${status}`,
        `pet ${id}, elsewhere ${was}`,
        page,
      )
      if (found.length >= most || !isBefore(whole, page)) return
      const ids = new Set(found.map(({ id }) => id))
      const left = all.find((pet) => pet['status'] === status && !ids.has(pet['id']))
      expectThat(left === undefined, `pet ${idText(left)}, which is ${status}`, 'a list without it', page)
    },
  })),
  {
    id: 'LIST-5',
    aspect: 'the page is cut after filtering',
    cost: 1,
    check: async (run) => {
      const available = await listOfMany(run, ofStatus('available'))
      const { length } = givenList(available)
      const page = await listOfMany(run, `?status=available&limit=${SOME}`)
      // A limit that is not kept without a filter is not kept with one.
      const all = givenList(await listOfMany(run, LONGEST_PAGE))
      for (const limit of [least, LONGER]) {
        const { length: held } = givenList(await listOfMany(run, `?limit=${limit}`))
        if (held !== Math.min(limit, all.length)) dependsOn('LIST-2')
      }
      expectLength(page, SOME, available)
      const wouldBeLeft = all.slice(0, SOME).filter(({ status }) => status === 'available').length
      if (wouldBeLeft >= Math.min(SOME, length)) missing('an available pet behind pets of another status')
    },
  },
]

/** Leaves a check undone where all there is fits into the page, whatever its limit. */
function givenMoreThan(limit: number, length: number, { settings: { readOnly, thorough } }: Run): void {
  const hint = readOnly || thorough ? '' : '; a second key would add them, or --thorough'
  if (length <= limit) missing(`a list of more than ${counted(limit, 'pet')}${hint}`)
}

/** Holds a page to `limit` pets, or to all that a list before it has shown; others may have added more since. */
function expectLength(exchange: Exchange, limit: number, before: Exchange): void {
  const { length: actual } = givenList(exchange)
  const fewest = isBefore(before, exchange) ? Math.min(limit, givenList(before).length) : 0
  const expected = actual > limit ? `at most ${counted(limit, 'pet')}` : counted(fewest, 'pet')
  expectThat(actual >= fewest && actual <= limit, expected, counted(actual, 'pet'), exchange)
}
