import { type Int64, isInt64 } from '../../spec/exact-json/int64.ts'
import { limitBounds, petStatuses, pathOf } from '../../spec/operations.ts'
import { other, type Observation, type Seen } from '../engine/check.ts'
import { type Exchange, readJson } from '../engine/exchange.ts'
import { refusesKey } from '../history/history.ts'
import { isAdded, memberOf, shown, textOf } from '../history/values.ts'
import type { Run } from '../engine/run.ts'
import { missing } from '../engine/verdicts.ts'
import { givenAdded, givenList, readListed } from '../probes/given.ts'
import { oddName } from '../history/odd-pets.ts'
import { lastTaken, LONG_NAME, namedWith } from '../probes/name-lengths.ts'
import { create, get, hasLongMinute, hasSpare, list, SPARE, withSpareKey } from '../probes/requests.ts'
import { knownCategory } from '../probes/accepted.ts'
import { added, anyText, oddlyNamed, onceMore } from '../probes/added.ts'
import { createdIds } from '../probes/created-ids.ts'
import { BELOW_DOUBLES, BEYOND_DOUBLES, GREATEST, PLAIN } from '../probes/rich-bodies.ts'
import { agreed, byStatus, described } from '../probes/seen.ts'

export const petPoints: readonly Observation[] = [
  {
    id: 'invalid-pet-id',
    cost: 2,
    observe: async (run) => {
      const listed = await readListed(run)
      if (listed.status !== 200) return missing('getPet answers no pet at all')
      const all: { of: string; seen: Seen }[] = []
      // Some read the digits, and leave out the rest.
      const begun = `${textOf(memberOf(listed.json, 'id'))}x`
      for (const id of [begun, '9223372036854775808', ...(hasLongMinute(run) ? ['first'] : [])]) {
        // The document names no such operation, so no pet is owed.
        const reply = await run.session.share({ ...withSpareKey(run, get(id)), operation: undefined })
        all.push({ of: pathOf('getPet', id), seen: await byStatus(run, reply, { 400: '400', 404: '404' }) })
      }
      return agreed(all)
    },
  },
  {
    id: 'unknown-body-field',
    observe: async (run) => {
      const reply = await added(run, { colour: 'blue' })
      return ifAccepted(run, reply, { 400: '400' }, ({ json }) => {
        const stored = memberOf(json, 'colour')
        if (stored === undefined) return 'dropped'
        return stored === 'blue' ? 'kept' : other(`it comes back as ${shown(stored)}`)
      })
    },
  },
  {
    id: 'duplicate-body-field',
    cost: 1,
    observe: async (run) => {
      const { mark } = run.settings
      const [first, last] = [`${mark}first`, `${mark}last`]
      const body = `{"name":"${first}","name":"${last}","categoryId":${await knownCategory(run)}}`
      return ifAccepted(run, await run.session.share(create(body)), { 400: '400' }, ({ json }) => {
        const name = memberOf(json, 'name')
        if (name === last) return 'last-wins'
        return other(name === first ? 'the first value counts' : `the name is ${shown(name)}`)
      })
    },
  },
  {
    id: 'default-status',
    observe: async (run) => {
      const status = statusOf(await givenAccepted(run))
      if (status === undefined) return 'absent'
      return petStatuses.find((one) => one === status) ?? other(`the status is ${shown(status)}`)
    },
  },
  {
    id: 'null-status',
    cost: 1,
    observe: async (run) => {
      const usual = statusOf(await givenAccepted(run))
      const name = oddName(run.settings.mark, 'null')
      return ifAccepted(run, await added(run, { name, status: null }), { 400: '400' }, (reply) => {
        const status = statusOf(reply)
        return status === usual ? 'as-omitted' : other(`the status is ${shown(status)}`)
      })
    },
  },
  {
    id: 'shortest-name',
    cost: 1,
    observe: async (run) => {
      const empty = await namedWith(run, 0)
      if (empty.status !== 400) return byStatus(run, empty, { 201: 'empty' })
      return `at-least-${await lastTaken(run, empty, 0)}`
    },
  },
  {
    id: 'longest-name',
    cost: 1,
    observe: async (run) => {
      const long = await namedWith(run, LONG_NAME)
      if (long.status === 400) return `at-most-${await lastTaken(run, long, LONG_NAME)}`
      if (long.status !== 201) return byStatus(run, long, {})
      return {
        variant: 'any',
        detail: `one of ${LONG_NAME} characters is accepted; longer ones were not tried`,
      }
    },
  },
  {
    id: 'name-spelling',
    observe: async (run) => {
      const exchange = await anyText(run)
      const sent = memberOf(readJson(exchange.probe.body ?? ''), 'name')
      const returned = memberOf(exchange.json, 'name')
      if (!isAdded(exchange) || typeof sent !== 'string') return missing('a pet of such a name')
      const spellings = {
        'as-sent': sent,
        trimmed: sent.trim(),
        composed: sent.normalize(),
        'trimmed-composed': sent.trim().normalize(),
      }
      const [variant] = Object.entries(spellings).find(([, name]) => name === returned) ?? []
      return variant ?? other(`${JSON.stringify(sent)} came back as ${JSON.stringify(returned)}`)
    },
  },
  {
    id: 'name-characters',
    observe: async (run) => {
      const { mark } = run.settings
      const reply = await oddlyNamed(run)
      if (reply.status !== 400) return byStatus(run, reply, { 201: 'any-text' })
      // It may refuse the letters, not the control character.
      const printable = await anyText(run)
      // A key that is banned for a while refuses no letters.
      if (refusesKey(printable)) return missing(`an answer: ${described(printable)}`)
      if (printable.status !== 400) return byStatus(run, printable, { 201: 'printable' })
      const plain = await added(run, { name: `${mark} Zoe` })
      if (plain.status === 201) return other('markup, quotes or letters beyond ASCII are refused')
      await givenAdded(run, {})
      return other('a blank is refused')
    },
  },
  { id: 'nul-in-name', cost: 1, observe: (run) => unsafeIn(run, '\0', 'nul') },
  { id: 'lone-surrogate-in-name', cost: 1, observe: (run) => unsafeIn(run, '\ud83d', 'half') },
  {
    id: 'category-check',
    observe: async (run) => {
      const pets = givenList(await run.session.share(list()))
      const used = new Set(pets.map(({ categoryId }) => textOf(categoryId)))
      const asked = [BEYOND_DOUBLES, PLAIN.categoryId, BELOW_DOUBLES, GREATEST]
      const unknown = asked.filter((category) => !used.has(textOf(category)))
      const replies: { category: Int64; reply: Exchange }[] = []
      for (const category of unknown)
        replies.push({ category, reply: await added(run, { categoryId: category }) })
      const strange = replies.find(({ reply: { status } }) => status !== 201 && status !== 400)
      if (strange) return byStatus(run, strange.reply, {})
      const refused = replies.filter(({ reply }) => reply.status === 400)
      // Without pets no category is in use.
      if (refused.length === 0)
        return pets.length === 0
          ? missing('a pet that was there before the run, and with it a category in use')
          : 'none'
      if (!isAdded(await added(run, {}))) return missing('a pet that was added (CREATE-1)')
      const names = refused.map(({ category }) => category).join(', ')
      if (refused.length < replies.length) return { variant: 'some', detail: `refused: ${names}` }
      // It may be the size of the numbers that it does not accept.
      let modest = MODEST
      while (used.has(String(modest))) modest += 1
      const reply = await added(run, { categoryId: modest })
      if (reply.status === 201) return { variant: 'some', detail: `refused: ${names}; accepted: ${modest}` }
      return byStatus(run, reply, { 400: 'known-only' })
    },
  },
  {
    id: 'id-numbering',
    observe: async (run) => {
      const last = run.session.exchanges.at(-1) ?? missing('a pet that was added (CREATE-1)')
      const ids = inOrder(createdIds(run, last))
      const listed = givenList(await run.session.share(list()))
      return numbering(
        ids,
        listed.flatMap(({ id }) => (isInt64(id) ? [BigInt(id)] : [])),
      )
    },
  },
]

/** What becomes of a letter in a name, before its end, that cannot be stored safely. */
async function unsafeIn(run: Run, letter: string, end: string): Promise<Seen> {
  if (!hasSpare(run)) return missing(SPARE)
  const { mark } = run.settings
  const sent = `${mark}${letter}${end}`
  const reply = await run.session.share(withSpareKey(run, await onceMore(run, { name: sent })))
  return ifAccepted(run, reply, { 400: '400' }, ({ json }) => {
    const name = memberOf(json, 'name')
    if (name === sent) return 'kept'
    if (name === mark + end) return 'dropped'
    if (name === sent.toWellFormed()) return 'replaced'
    return other(`${JSON.stringify(sent)} came back as ${JSON.stringify(name)}`)
  })
}

// Above all assigned ids, and within 16 bits.
const MODEST = 30_000

// Others may add pets in between, but not hundreds.
const NEAR = 1000n
const BEYOND = 2n ** 53n

// Fewer may be in order by accident.
const ENOUGH_FOR_ORDER = 4

/** Ids in the order of their creation; of those that were assigned at once, as those around them go. */
function inOrder(created: readonly (readonly Int64[])[]): readonly bigint[] {
  const batches = created.map((atOnce) => atOnce.map(BigInt))
  const [first = 0n, last = 0n] = [batches[0]?.[0], batches.at(-1)?.[0]]
  const sign = first > last ? -1 : 1
  return batches.flatMap((ids) => ids.toSorted((one, other) => (one < other ? -sign : sign)))
}

/** How the identifiers are assigned that were given to pets in this order, after those of a first page of the default size. */
export function numbering(ids: readonly bigint[], listed: readonly bigint[] = []): Seen {
  const [first = 0n] = ids
  if (ids.length < ENOUGH_FOR_ORDER) return missing('the run has added too few pets to show an order')
  if (new Set(ids).size < ids.length) return missing('pets with ids of their own (PET-2)')
  const steps = ids.slice(1).map((id, at) => id - (ids[at] ?? 0n))
  if (ids.some((id) => id < 0n)) return other('some are below zero')
  if (steps.every((step) => step > 0n && step < NEAR)) {
    if (first > BEYOND) return 'beyond-2-53'
    if ([...listed, ...ids].some((id) => id < NEAR)) return 'from-1'
    if (listed.length >= limitBounds.default) return missing('the first pets: a page has no room for them')
    return other(`they count up, but not from 1: ${ids.join(', ')}`)
  }
  if (steps.every((step) => step > 0n)) return other(`they rise, but not one by one: ${ids.join(', ')}`)
  return steps.every((step) => step < 0n) ? other(`they fall: ${ids.join(', ')}`) : 'random'
}

/** The variant that an accepted body shows, or that the status of a refused one shows. */
async function ifAccepted(
  run: Run,
  reply: Exchange,
  refusals: Readonly<Record<number, string>>,
  show: (reply: Exchange) => Seen,
): Promise<Seen> {
  if (reply.status === 201) return show(reply)
  // It may be refused for its category or its name.
  await givenAccepted(run)
  return byStatus(run, reply, refusals)
}

/** The reply to a plain body, which the service must accept. */
export async function givenAccepted(run: Run): Promise<Exchange> {
  const reply = await added(run, {})
  return reply.status === 201 ? reply : missing('a pet that was added (CREATE-1)')
}

function statusOf({ json }: Exchange): unknown {
  return memberOf(json, 'status')
}
