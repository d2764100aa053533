// Which names and categories a service accepts, as far as the run knows: it may have rules of its own for both.
import { isInt64, type Int64 } from '../../spec/exact-json/int64.ts'
import { type Exchange, type Probe, readJson } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { endOfNames } from '../engine/settings.ts'
import { remembering } from '../history/history.ts'
import { ODD_CATEGORY } from '../history/odd-pets.ts'
import { isObject, listed, memberOf, type JsonObject } from '../history/values.ts'
import { list } from './requests.ts'

/** How the pets of a run are named: by the mark, or shortly where a service refuses that; and the names, by their fields and alone. */
export const namingOf = remembering((run: Run) => ({
  prefix: run.settings.mark,
  names: new Map<string, string>(),
  given: new Set<unknown>(),
}))

/** The name of a pet with these fields: the mark, and letters that no other has, for a service may want each name once. */
export function nameFor(run: Run, fields: string): string {
  const { prefix, names, given } = namingOf(run)
  const before = names.get(prefix + fields)
  if (before !== undefined) return before
  const name = prefix + (names.size === 0 ? '' : lettersOf(names.size)) + endOfNames(run.settings)
  names.set(prefix + fields, name)
  given.add(name)
  return name
}

/** A number in two letters or more, of which no service takes offence; one letter less makes it no other name. */
function lettersOf(number: number): string {
  return String(number)
    .padStart(2, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}

/** A category that the service accepts, as far as the run knows: the first likely one that no plain body was refused for. */
export async function knownCategory(run: Run): Promise<Int64> {
  const likely = await likelyCategories(run)
  const refused = refusedCategories(run)
  return likely.find((category) => !refused.includes(category)) ?? likely[0] ?? 1
}

/** The categories that plain bodies of the run were refused for, under names as they are now. */
export function refusedCategories(run: Run): readonly unknown[] {
  const { prefix } = namingOf(run)
  return plainRefusals(run).flatMap(({ probe }) => {
    const { name, categoryId } = bodyOf(probe)
    return typeof name === 'string' && name.startsWith(prefix) ? [categoryId] : []
  })
}

/** Refusals of bodies that can be refused for nothing but their category or name: they have only those, and a name in letters. */
export function plainRefusals(run: Run): readonly Exchange[] {
  const { given } = namingOf(run)
  return refusedCreations(run).filter(({ probe }) => {
    const body = bodyOf(probe)
    return given.has(body['name']) && Object.keys(body).length === 2
  })
}

/** All refusals of creations so far. Each new pet asks for them, so only the exchanges since the last call are looked at. */
function refusedCreations(run: Run): readonly Exchange[] {
  const { exchanges } = run.session
  const seen = seenSoFar(run)
  for (const exchange of exchanges.slice(seen.exchanges))
    if (exchange.probe.operation === 'createPet' && exchange.status === 400) seen.refused.push(exchange)
  seen.exchanges = exchanges.length
  return seen.refused
}

const seenSoFar = remembering((_run: Run): { exchanges: number; readonly refused: Exchange[] } => ({
  exchanges: 0,
  refused: [],
}))

/** The JSON object in the body of a request; an empty one where there is none. */
export const bodyOf = remembering(({ body = '' }: Probe): JsonObject => {
  const json = readJson(body)
  return isObject(json) ? json : {}
})

const LIKELY = [1, 2, 3]

/** Categories that a service accepts which accepts no other: the one that was given, and those of its pets; the first numbers where it has none. */
export async function likelyCategories(run: Run): Promise<readonly Int64[]> {
  const { json } = await run.session.share(list())
  const categories = listed(json).map((pet) => memberOf(pet, 'categoryId'))
  const seen = [...new Set(categories.filter(isInt64))].filter((category) => category !== ODD_CATEGORY)
  const likely = seen.length === 0 ? LIKELY : seen.slice(0, LIKELY.length)
  const { category } = run.settings
  return category === undefined ? likely : [category, ...likely]
}
