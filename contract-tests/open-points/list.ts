import { limitBounds, type Pet } from '../../spec/index.ts'
import type { Observation } from '../engine/check.ts'
import { byStatus } from '../engine/expect.ts'
import type { Run } from '../engine/run.ts'
import { missing } from '../engine/verdicts.ts'
import { createdIds, list, listAfterAdding, LONGEST_PAGE } from '../probes/requests.ts'

export const listPoints: readonly Observation[] = [
  {
    id: 'limit-below-1',
    cost: 1,
    observe: async (run) => {
      const reply = await run.session.share(list('?limit=0'))
      if (reply.status !== 200) return byStatus(reply, { 400: '400' })
      const { length } = await wholeList(run)
      if (length < 2) return missing('too few pets to tell one page from another')
      const seen = petsOf(reply.json).length
      return seen === 0 ? 'empty-list' : seen === 1 ? 'clamped' : 'ignored'
    },
  },
  {
    id: 'limit-above-100',
    cost: 1,
    observe: async (run) => {
      const reply = await run.session.share(list(`?limit=${limitBounds.most + 1}`))
      if (reply.status !== 200) return byStatus(reply, { 400: '400' })
      const { length } = await wholeList(run)
      if (length <= limitBounds.default) return missing('too few pets to tell one page from another')
      return petsOf(reply.json).length === limitBounds.default ? 'ignored' : 'clamped'
    },
  },
  {
    id: 'limit-not-a-number',
    cost: 1,
    observe: async (run) => {
      const reply = await run.session.share(list('?limit=abc'))
      if (reply.status !== 200) return byStatus(reply, { 400: '400' })
      const usual = Math.min((await wholeList(run)).length, limitBounds.default)
      const seen = petsOf(reply.json).length
      return seen >= usual ? 'ignored' : missing(`a page of ${seen} is none of the variants`)
    },
  },
  {
    id: 'invalid-status-filter',
    cost: 1,
    observe: async (run) => {
      const reply = await run.session.share(list('?status=lost'))
      if (reply.status !== 200) return byStatus(reply, { 400: '400' })
      if ((await wholeList(run)).length === 0) return missing('there are no pets to be filtered')
      return petsOf(reply.json).length === 0 ? 'empty-list' : 'ignored'
    },
  },
  {
    id: 'unknown-query-parameter',
    cost: 1,
    observe: async ({ session }) => {
      return byStatus(await session.share(list('?limit=1&colour=blue')), { 200: 'ignored', 400: '400' })
    },
  },
  {
    id: 'further-pages',
    observe: async (run) => {
      if ((await wholeList(run)).length < 2) return missing('too few pets for a second page')
      const { headers } = await run.session.share(list('?limit=1'))
      return /\brel="?next"?/.test(headers['link'] ?? '') ? 'link' : 'none'
    },
  },
  {
    id: 'list-order',
    observe: async (run) => {
      const page = await run.session.share(listAfterAdding())
      const listed = petsOf(page.json).map(({ id }) => id)
      const ids = createdIds(run, page)
      if (ids.length < 2) return missing('the run has added too few pets to tell an order')
      const places = ids.map((id) => listed.indexOf(id))
      if (places.includes(-1)) return missing('the first page does not hold the pets that the run has added')
      if (isRising(places)) return 'oldest'
      return isRising(places.toReversed()) ? 'newest' : 'arbitrary'
    },
  },
]

async function wholeList({ session }: Run): Promise<readonly Pet[]> {
  return petsOf((await session.share(list(LONGEST_PAGE))).json)
}

function petsOf(json: unknown): readonly Pet[] {
  return Array.isArray(json) ? json.filter(isPet) : []
}

function isPet(json: unknown): json is Pet {
  return typeof json === 'object' && json !== null && 'id' in json
}

function isRising(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))
}
