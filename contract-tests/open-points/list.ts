import { limitBounds } from '../../spec/operations.ts'
import { other, type Observation, type Seen } from '../engine/check.ts'
import type { Exchange } from '../engine/exchange.ts'
import { linkToNext } from '../history/headers.ts'
import { isObject, type JsonObject, idText, listed, shown, textOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { missing } from '../engine/verdicts.ts'
import { listOfMany } from '../probes/additions.ts'
import { hasSpare, list, listAfterAdding, LONGEST_PAGE, SPARE, withSpareKey } from '../probes/requests.ts'
import { createdIds } from '../probes/created-ids.ts'
import { pageAfter } from '../probes/pages.ts'
import { byStatus, described, fitting, givenAnswer, ofSeveral } from '../probes/seen.ts'

const { least, most, default: usual } = limitBounds

// Fewer may be in order by accident.
const ENOUGH_FOR_ORDER = 4

export const listPoints: readonly Observation[] = [
  {
    id: 'limit-below-1',
    cost: 2,
    // A service that reads 0 as no limit need not read a smaller number so.
    observe: (run) => limitedBy([least - 1, least - 2], { 'empty-list': 0, clamped: least }, run),
  },
  {
    id: 'limit-above-100',
    cost: 2,
    observe: (run) => limitedBy([most + 1, FAR_ABOVE], { clamped: most }, run),
  },
  {
    id: 'limit-not-a-number',
    cost: 3,
    // Some read the digits that a text begins with, or one of two limits.
    observe: (run) => limitedBy(['abc', '7x', '1&limit=2'], {}, run),
  },
  {
    id: 'invalid-status-filter',
    cost: 2,
    observe: (run) => ofSeveral(run, ['lost', 'SOLD'], 'status=', (status) => filteredBy(status, run)),
  },
  {
    id: 'empty-status-filter',
    cost: 1,
    observe: async (run) => {
      if (!hasSpare(run)) return missing(SPARE)
      return filteredBy('', run)
    },
  },
  {
    id: 'unknown-query-parameter',
    cost: 1,
    observe: async (run) => {
      const reply = await run.session.share(UNKNOWN_PARAMETERS)
      // It may support one of the paging parameters, and refuse its value.
      const one = reply.status === 400 ? await run.session.share(list('?limit=1&colour=blue')) : reply
      if (one.status !== 200) return byStatus(run, one, { 400: '400' })
      if ((await wholeList(run)).length === 0) return missing('there are no pets')
      const { length } = petsOf(one)
      return length === 1 ? 'ignored' : other(`a page of ${length}, not of 1`)
    },
  },
  {
    id: 'further-pages',
    observe: async (run) => {
      if ((await wholeList(run)).length < 2) return missing('too few pets for a second page')
      const first = await run.session.share(list('?limit=1'))
      if (linkToNext(first) !== undefined) return await linked(run, first)
      const header = Object.keys(first.headers).find((name) => /next|cursor|offset|page/i.test(name))
      if (header !== undefined) return other(`the header ${header}: ${first.headers[header] ?? ''}`)
      const turned = await run.session.share(UNKNOWN_PARAMETERS)
      givenAnswer(turned)
      if (turned.status !== 200 || idOf(turned) === idOf(first)) return 'none'
      // Where the newest stand first, another may be the first by now.
      const again = await run.session.send(list('?limit=1'))
      return idOf(turned) === idOf(again) ? 'none' : other(`another page for ${turned.probe.path}`)
    },
  },
  {
    id: 'list-order',
    observe: async (run) => {
      const page = await run.session.share(listAfterAdding())
      const listed = petsOf(page).map(idText)
      const created = createdIds(run, page)
      const ids = created.flat().map(textOf)
      if (ids.length < ENOUGH_FOR_ORDER)
        return missing(`${ENOUGH_FOR_ORDER} pets that the run had added before it read the list`)
      if (new Set(ids).size < ids.length) return missing('pets with ids of their own (PET-2)')
      const before = petsOf(await run.session.share(list(LONGEST_PAGE))).map(idText)
      const placeOf = new Map(listed.map((id, at) => [id, at]))
      if (!isRising(before.flatMap((id) => placeOf.get(id) ?? [])))
        return other('it changes from one request to the next')
      const places = created.map((atOnce) =>
        atOnce.map((id) => placeOf.get(textOf(id)) ?? -1).toSorted((one, other) => one - other),
      )
      if (places.flat().includes(-1))
        return missing('the first page does not hold the pets that the run has added')
      // A few may be in order by accident. The newest pets must be before all earlier ones, or after them.
      const older = before.flatMap((id) => (ids.includes(id) ? [] : (placeOf.get(id) ?? [])))
      const [first, last] = [Math.min(...places.flat()), Math.max(...places.flat())]
      if (isRising(places.flat()) && older.every((place) => place < first)) return 'oldest'
      const isNewest = isRising(places.toReversed().flat()) && older.every((place) => place > last)
      return isNewest ? 'newest' : 'arbitrary'
    },
  },
]

// The ways in which lists are most often paged, beside one that is of no use to anybody.
const UNKNOWN_PARAMETERS = list('?limit=1&colour=blue&page=2&offset=1&skip=1')

// Beyond 16 bits, and within 32.
const FAR_ABOVE = 1_000_000

const MOST_SHOWN = 60

/** Whether a link leads to another page. */
async function linked(run: Run, first: Exchange): Promise<Seen> {
  const next = pageAfter(run, first)
  if (next === undefined) return 'link'
  const page = await run.session.share(next)
  if (page.status === 200 && petsOf(page).length > 0 && idOf(page) !== idOf(first)) return 'link'
  return other(`a link that leads to no other page: ${described(page)}`)
}

/** The observed effect of a filter by an invalid status. */
async function filteredBy(status: string, run: Run): Promise<Seen> {
  const reply = await run.session.share(withSpareKey(run, list(`?status=${status}`)))
  const found = new Set(petsOf(reply).map((pet) => pet['status']))
  const usual = new Set(petsOf(await run.session.share(list())).map((pet) => pet['status']))
  if (reply.status === 200 && found.size === 1 && usual.size > 1)
    return other(`only pets whose status is ${shown([...found][0])}`)
  return pageSeen(run, reply, { 'empty-list': 0 })
}

/** The observed effect of several limits of one kind; each variant has the page length that it implies. */
async function limitedBy(
  limits: readonly (number | string)[],
  lengths: Readonly<Record<string, number>>,
  run: Run,
): Promise<Seen> {
  return ofSeveral(run, limits, 'limit=', async (limit) => {
    const reply = await run.session.share(withSpareKey(run, list(`?limit=${limit}`)))
    return pageSeen(run, reply, lengths)
  })
}

/** The matching page length of a reply: a given one, or the default if the limit is ignored. */
async function pageSeen(run: Run, reply: Exchange, lengths: Readonly<Record<string, number>>): Promise<Seen> {
  if (reply.status !== 200) return byStatus(run, reply, { 400: '400' })
  if (!Array.isArray(reply.json))
    return other(`no list but ${shown(reply.json ?? reply.body).slice(0, MOST_SHOWN)}`)
  const total = (await wholeList(run)).length
  if (total === 0) return missing('there are no pets')
  const { length } = petsOf(reply)
  // The run itself, and others, may have added pets since.
  const fits = ([, asked]: readonly [string, number]): boolean =>
    length <= asked && length >= Math.min(asked, total)
  const variants = Object.entries({ ...lengths, ignored: usual }).filter(fits)
  return fitting(
    variants.map(([variant]) => variant),
    `a page of ${length}`,
    'too few pets to distinguish two pages',
  )
}

async function wholeList(run: Run): Promise<readonly JsonObject[]> {
  return petsOf(await listOfMany(run, LONGEST_PAGE))
}

function petsOf({ json }: Exchange): readonly JsonObject[] {
  return listed(json)
    .filter(isObject)
    .filter((pet) => 'id' in pet)
}

function idOf(page: Exchange): string {
  return idText(petsOf(page)[0])
}

function isRising(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))
}
