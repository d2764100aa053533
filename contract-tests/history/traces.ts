import type { ClauseId } from '../../spec/clauses.ts'
import { operationOf, pathOf } from '../../spec/operations.ts'
import { counted } from '../../spec/wording.ts'
import { sentBody } from './bodies.ts'
import {
  type Finding,
  type History,
  hasKey,
  precedes,
  type RecordedExchange,
  refusesKey,
  type Rule,
  statusesOf,
} from './history.ts'
import { isOdd, ODD_CATEGORY } from './odd-pets.ts'
import { accessClauses } from './fault.ts'
import { skippedIds } from './skipped-ids.ts'
import { knownSpellings } from './spellings.ts'
import { idText, isAdded, isList, isObject, type JsonObject, listed, textOf } from './values.ts'

// Pets that requests must not have added are found again by their names, which nobody else uses.

/** A creation that was refused adds nothing, and one that was answered 201 adds one pet. */
export const eachAddsWhatItSays: Rule = (history) => {
  const sendings = sendingsIn(history)
  if (sendings.size === 0) return []
  const firsts = firstListingsOf(history)
  const creations = new Map(
    history.exchanges
      .filter((one) => one.probe.operation === 'createPet' && one.probe.base === undefined && isAdded(one))
      .map((one) => [idText(one.json), one]),
  )
  // Two names may come back as the same one.
  const bySpelling = new Map<string, Set<Sending>>()
  for (const [name, sent] of sendings)
    for (const spelling of knownSpellings(name))
      bySpelling.set(spelling, new Set([...(bySpelling.get(spelling) ?? []), ...sent]))
  let others: readonly Listing[] | undefined
  return [...sendings.keys()].flatMap((name): readonly Finding[] => {
    const spellings = new Set(knownSpellings(name))
    const sent = [...new Set([...spellings].flatMap((spelling) => [...(bySpelling.get(spelling) ?? [])]))]
    const [first] = sent
    // What another creation has added is no further pet, whatever name it is shown with.
    const isOfOther = (pet: JsonObject): boolean => {
      const creation = creations.get(idText(pet))
      return creation !== undefined && !sent.some(({ exchange }) => exchange === creation)
    }
    const like = firsts.filter(({ pet }) => isOf(pet, name, spellings, sent) && !isOfOther(pet))
    // What stood in a list that was sent before comes from an earlier run.
    const added = like.filter(({ list }) => first && list.id > first.exchange.after)
    const most = mostAdded(sent)
    const [extra, ofExtra] =
      most === 0 ? [added[0], sent] : (tooEarly(added, sent) ?? oneTooMany(added, sent))
    if (extra === undefined) return []
    others ??= petsOfOthers(history, firsts)
    const mayBeCopied = others.some(
      ({ pet }) => mostAdded(ofExtra) > 0 || textOf(pet['name']).includes(history.ownNames ?? ''),
    )
    return mayBeCopied ? [] : tooMany(name, ofExtra, added, extra)
  })
}

interface Sending {
  readonly exchange: RecordedExchange
  /** How many pets it may have added: the connection may have broken, so that it was sent again. */
  readonly adds: number
}

interface Listing {
  readonly pet: JsonObject
  readonly list: RecordedExchange
}

const OF_NO_PET = String(ODD_CATEGORY)

/** The creations by the names, or the odd category, by which their pets are found. */
function sendingsIn({ exchanges, ownNames }: History): ReadonlyMap<string, readonly Sending[]> {
  const sendings = new Map<string, Sending[]>()
  if (ownNames === undefined) return sendings
  for (const exchange of exchanges) {
    const { probe, status, tries = 1 } = exchange
    if (operationOf(probe.method, probe.path) !== 'createPet' || probe.base !== undefined) continue
    const body = probe.body ?? ''
    const names = namesSent(exchange)
    const labels = [
      ...names.filter((name) => name.includes(ownNames)),
      ...(names.length === 0 && body.includes(`:${ODD_CATEGORY}`) ? [OF_NO_PET] : []),
    ]
    const adds = status >= 400 && status < 500 ? tries - 1 : tries
    for (const label of new Set(labels)) {
      const own = sendings.get(label) ?? []
      sendings.set(label, own)
      own.push({ exchange, adds })
    }
  }
  return sendings
}

/** The names in the body of a creation, however wrong the rest of it is. */
function namesSent({ probe: { body = '' } }: RecordedExchange): readonly string[] {
  return Array.from(body.matchAll(/"name"\s*:\s*"((?:[^"\\]|\\.)*)"/g), ([, text = '']) => unescaped(text))
}

function unescaped(text: string): string {
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

function isOf(
  pet: JsonObject,
  name: string,
  spellings: ReadonlySet<string>,
  sent: readonly Sending[],
): boolean {
  // Others may use the category too, but under names of their own.
  if (name === OF_NO_PET) return pet['categoryId'] === ODD_CATEGORY && isOfNoName(pet['name'], sent)
  return typeof pet['name'] === 'string' && spellings.has(pet['name'])
}

/** Whether a name is none, or the text of what was sent in the place of one. */
function isOfNoName(name: unknown, sent: readonly Sending[]): boolean {
  if (typeof name !== 'string' || name === '') return true
  return sent.some(({ exchange }) => exchange.probe.body?.includes(`"name":${name},`) === true)
}

/** A pet that was there before any request was sent that may have added it, and only refused ones were; with these. */
function tooEarly(
  added: readonly Listing[],
  sent: readonly Sending[],
): readonly [extra: Listing, sent: readonly Sending[]] | undefined {
  for (const one of added) {
    const before = sent.filter(({ exchange }) => !precedes(one.list, exchange))
    if (mostAdded(before) === 0) return [one, before]
  }
  return undefined
}

/**
 * A pet that is shown as one of those that were created, and is one more than the requests can have added that were answered
 * with such a pet, or with none; with these requests.
 */
function oneTooMany(
  added: readonly Listing[],
  sent: readonly Sending[],
): readonly [extra: Listing | undefined, sent: readonly Sending[]] {
  for (const { exchange } of sent) {
    if (!isShown(exchange)) continue
    const twins = added.filter(({ pet }) => isAlike(exchange.json, pet))
    const ids = new Set(twins.map(({ pet }) => idText(pet)))
    const candidates = sent.filter((one) => mayHaveAdded(one, exchange.json) || isWrittenOtherwise(one, ids))
    const extra = twins[mostAdded(candidates)]
    if (extra !== undefined) return [extra, candidates]
  }
  return [undefined, sent]
}

/** What was sent more than once may have added a pet that its one reply does not show. */
function mayHaveAdded({ exchange, adds }: Sending, pet: JsonObject): boolean {
  return adds > 1 || !isShown(exchange) || isAlike(exchange.json, pet)
}

/** A reply that shows another name than was sent, or shows one of these pets otherwise than lists do, is wrong: its pet is one of them. */
function isWrittenOtherwise({ exchange }: Sending, ids: ReadonlySet<string>): boolean {
  if (ids.has(idText(exchange.json))) return true
  const shown = textOf(isObject(exchange.json) ? exchange.json['name'] : undefined)
  return !namesSent(exchange).some((name) => knownSpellings(name).includes(shown))
}

function isShown(exchange: RecordedExchange): exchange is RecordedExchange & { readonly json: JsonObject } {
  return isAdded(exchange) && isObject(exchange.json)
}

function isAlike(one: JsonObject, other: JsonObject): boolean {
  return (['name', 'categoryId', 'status'] as const).every((field) => one[field] === other[field])
}

function mostAdded(sent: readonly Sending[]): number {
  return sent.reduce((sum, { adds }) => sum + adds, 0)
}

/** The first list that shows each pet; or the read of one whose id was passed over, which no list may have room for. */
function firstListingsOf(history: History): readonly Listing[] {
  const { exchanges, discredited } = history
  const seen = new Set<string>()
  const skipped = new Set(skippedIds(history))
  return exchanges.flatMap((list): readonly Listing[] => {
    if (list.probe.base !== undefined || discredited?.has(list.id) === true) return []
    const isRead = isPetRead(list) && skipped.has(idText(list.json))
    if (!isRead && !isList(list)) return []
    return (isRead ? [list.json] : listed(list.json)).filter(isObject).flatMap((pet) => {
      const id = idText(pet)
      if (seen.has(id)) return []
      seen.add(id)
      return [{ pet, list }]
    })
  })
}

/** Whether getPet has answered the pet that was asked for. */
function isPetRead({ probe, status, json }: RecordedExchange): boolean {
  return status === 200 && probe.operation === 'getPet' && probe.path === pathOf('getPet', idText(json))
}

function tooMany(
  name: string,
  sent: readonly Sending[],
  added: readonly Listing[],
  { list, pet }: Listing,
): readonly Finding[] {
  const most = mostAdded(sent)
  const refused = sent.filter(({ exchange, adds }) => adds === 0 && !precedes(list, exchange))
  const clauses = new Set([
    ...refused.map(({ exchange }): ClauseId => BY_STATUS[exchange.status] ?? 'CREATE-6'),
    ...refused.flatMap(({ exchange }) => wronglyRefusedBy(exchange)),
  ])
  const [clause = 'CREATE-1', ...others] = clauses
  const what = name === OF_NO_PET ? `in category ${ODD_CATEGORY}` : `named ${name.slice(0, LONGEST_SHOWN)}`
  const byThen = added.filter((one) => one.list.id <= list.id)
  const like = most === 0 ? byThen : added.filter((one) => isAlike(one.pet, pet))
  const actual = `${counted(like.length, 'pet')} ${what}`
  return [
    {
      clause,
      alternatives: others,
      expected:
        most === 0 ? `no pet ${what}: its creation was refused` : `at most ${counted(most, 'pet')} ${what}`,
      actual,
      steps: [
        ...statusesOf(sent.slice(0, MOST_STEPS).map(({ exchange }) => exchange)),
        { exchange: list, shows: actual },
      ],
    },
  ]
}

/** The clauses by which the refusal of a valid body with a valid key may be what is wrong. */
function wronglyRefusedBy(exchange: RecordedExchange): readonly ClauseId[] {
  const { status } = exchange
  if (!hasKey(exchange) || sentBody(exchange).kind === 'invalid' || status === 429) return []
  if (refusesKey(exchange)) return ['AUTH-1']
  const access = accessClauses(status)
  return access.length > 0 ? access : ['CREATE-7', 'CREATE-1']
}

const BY_STATUS: Readonly<Record<number, ClauseId>> = { 401: 'AUTH-5', 403: 'AUTH-5', 429: 'LIMIT-7' }
const LONGEST_SHOWN = 60
const MOST_STEPS = 5

/** Pets in lists that are neither ours nor were there before our first one: whoever adds them may copy some of ours. */
function petsOfOthers({ exchanges, ownNames = '' }: History, firsts: readonly Listing[]): readonly Listing[] {
  const creations = exchanges.filter(({ probe }) => operationOf(probe.method, probe.path) === 'createPet')
  const created = new Set(creations.filter(isAdded).map(({ json }) => idText(json)))
  const named = new Set(creations.flatMap((one) => namesSent(one).flatMap(knownSpellings)))
  const start = creations[0]?.id ?? 0
  // No service adds letters to a name, but others who copy it may.
  const isLonger = (name: string): boolean =>
    [...named].some((own) => own.length > ownNames.length && name.length > own.length && name.startsWith(own))
  return firsts.filter(({ pet, list }) => {
    const name = textOf(pet['name'])
    const isOurs = created.has(idText(pet)) || named.has(name) || isOdd(pet)
    return list.after >= start && !isOurs && !(name.includes(ownNames) && !isLonger(name))
  })
}
