import type { Observation } from '../engine/check.ts'
import { byStatus, memberOf } from '../engine/expect.ts'
import { missing } from '../engine/verdicts.ts'
import { readListed } from '../probes/given.ts'
import { litterName } from '../probes/litter.ts'
import { lastTaken, LONG_NAME, namedWith } from '../probes/name-lengths.ts'
import { added, create, get, knownCategory, list, oddlyNamed } from '../probes/requests.ts'

const DOCUMENTED = ['id', 'name', 'categoryId', 'status']
const NEAR = 1000n

export const petPoints: readonly Observation[] = [
  {
    id: 'invalid-pet-id',
    cost: 1,
    observe: async (run) => {
      // The document names no such operation, so no pet is owed.
      const reply = await run.session.share({ ...get('first'), operation: undefined })
      if (reply.status === 404 && (await readListed(run)).status !== 200)
        return missing('getPet answers no pet at all')
      return byStatus(reply, { 400: '400', 404: '404' })
    },
  },
  {
    id: 'unknown-body-field',
    cost: 1,
    observe: async (run) => {
      const reply = await added(run, { colour: 'blue' })
      if (reply.status !== 201) return byStatus(reply, { 400: '400' })
      return memberOf(reply.json, 'colour') === undefined ? 'dropped' : 'kept'
    },
  },
  {
    id: 'duplicate-body-field',
    cost: 1,
    observe: async (run) => {
      const { mark } = run.settings
      const body = `{"name":"${mark}-first","name":"${mark}","categoryId":${await knownCategory(run)}}`
      const reply = await run.session.share(create(body))
      if (reply.status !== 201) return byStatus(reply, { 400: '400' })
      return memberOf(reply.json, 'name') === mark
        ? 'last-wins'
        : missing('another than the last value counts')
    },
  },
  {
    id: 'default-status',
    observe: async (run) => {
      const reply = await added(run, {})
      if (reply.status !== 201) return byStatus(reply, {})
      const status = memberOf(reply.json, 'status')
      return typeof status === 'string' ? status : 'absent'
    },
  },
  {
    id: 'null-status',
    cost: 1,
    observe: async (run) => {
      return byStatus(await added(run, { name: litterName(run.settings.mark, 'null'), status: null }), {
        201: 'as-omitted',
        400: '400',
      })
    },
  },
  {
    id: 'shortest-name',
    cost: 1,
    observe: async (run) => {
      const empty = await namedWith(run, 0)
      if (empty.status !== 400) return byStatus(empty, { 201: 'empty' })
      return `at-least-${await lastTaken(run, empty, 0)}`
    },
  },
  {
    id: 'longest-name',
    cost: 1,
    observe: async (run) => {
      const long = await namedWith(run, LONG_NAME)
      if (long.status !== 400) return byStatus(long, { 201: 'any' })
      return `at-most-${await lastTaken(run, long, LONG_NAME)}`
    },
  },
  {
    id: 'name-characters',
    observe: async (run) => {
      return byStatus(await oddlyNamed(run), { 201: 'any-text', 400: 'printable' })
    },
  },
  {
    id: 'category-check',
    observe: async (run) => {
      const reply = await added(run, { categoryId: 9007199254740993n })
      const { json } = await run.session.share(list())
      // Where there are no pets yet there is no category to be known.
      if (reply.status === 201 && Array.isArray(json) && json.length === 0)
        return missing('there are no categories')
      return byStatus(reply, { 201: 'none', 400: 'known-only' })
    },
  },
  {
    id: 'id-numbering',
    observe: async (run) => {
      const [first, second] = await Promise.all(
        ['available', 'pending'].map((status) => added(run, { status })),
      )
      const [one, other] = [idOf(first?.json), idOf(second?.json)]
      if (one === undefined || other === undefined) return missing('no pet could be added')
      // Others may add pets in between, but not hundreds.
      const inOrder = other > one && other - one < NEAR
      if (!inOrder) return 'random'
      return one > 2n ** 53n ? 'beyond-2-53' : 'from-1'
    },
  },
  {
    id: 'location-on-201',
    observe: async (run) => {
      const reply = await added(run, {})
      if (reply.status !== 201) return byStatus(reply, {})
      return 'location' in reply.headers ? 'yes' : 'no'
    },
  },
  {
    id: 'extra-response-fields',
    observe: async (run) => {
      const { json } = await added(run, {})
      if (typeof json !== 'object' || json === null) return missing('no pet could be added')
      return Object.keys(json).some((name) => !DOCUMENTED.includes(name)) ? 'some' : 'none'
    },
  },
  {
    id: 'json-style',
    observe: async (run) => {
      const { body, status } = await added(run, {})
      if (status !== 201) return missing('no pet could be added')
      return /^\{\s/.test(body) ? 'indented-shuffled' : 'compact'
    },
  },
  {
    id: 'charset-parameter',
    observe: async (run) => {
      const { headers } = await added(run, {})
      return /charset/i.test(headers['content-type'] ?? '') ? 'present' : 'absent'
    },
  },
]

function idOf(json: unknown): bigint | undefined {
  const id = memberOf(json, 'id')
  return typeof id === 'number' || typeof id === 'bigint' ? BigInt(id) : undefined
}
