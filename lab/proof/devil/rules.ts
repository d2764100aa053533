/** Constant rules: which names and categories the service accepts, and how it reads a creation. */
import type { Choices } from './devilries.ts'
import { Obj, oddInt, plainInt, type Json } from './json.ts'
import { asStatus, type PetStatus, type Store } from './store.ts'

export interface Wanted {
  readonly name: string
  readonly categoryId: bigint
  /** Undefined: left out. */
  readonly status: PetStatus | undefined
  readonly extras: readonly (readonly [string, Json])[]
}

/** What is wrong with a body, in words. */
export class Wrong {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

const CATEGORY_SET: readonly bigint[] = [1n, 2n, 3n, 5n, 7n, 10n, 42n, 100n, 2n ** 53n + 1n]

export function categoryFits(id: bigint, rule: string): boolean {
  switch (rule) {
    case 'positive':
      return id > 0n
    case 'in-a-set':
      return CATEGORY_SET.includes(id)
    case 'every-third':
      return id % 3n === 0n
    case '31-bits':
      return id >= -(2n ** 31n) && id < 2n ** 31n
    case 'even':
      return id % 2n === 0n
    default:
      return true
  }
}

export function nameFits(name: string, rule: string, store: Store): boolean {
  switch (rule) {
    case 'ascii':
      return /^[\x20-\x7e]*$/.test(name)
    case 'letters':
      return /^\p{L}+$/u.test(name)
    case 'two-letters':
      return (name.match(/\p{L}/gu)?.length ?? 0) >= 2
    case 'up-to-30':
      return name.length <= 30
    case 'up-to-10':
      return name.length <= 10
    case 'no-blanks':
      return !/\s/u.test(name)
    case 'unique':
      return !store.hasName(name)
    case 'capitalized':
      return /^\p{Lu}/u.test(name)
    default:
      return true
  }
}

export function nameAs(name: string, form: string): string {
  const trimmed = form.startsWith('trimmed') ? name.trim() : name
  return form.endsWith('nfc') ? trimmed.normalize('NFC') : trimmed
}

function member(body: Obj, name: string, choices: Choices): Json | undefined | Wrong {
  const all = body.entries.filter(([own]) => own === name)
  const rule = choices.of('twiceMembers')
  if (all.length > 1 && rule === 'refused') return new Wrong(`${name} is there twice`)
  return rule === 'first' ? all[0]?.[1] : all.at(-1)?.[1]
}

const OWN = ['name', 'categoryId', 'status', 'id']

function extrasOf(body: Obj, choices: Choices, requestNumber: number): Wanted['extras'] | Wrong {
  const kept: [string, Json][] = []
  for (const [name, value] of body.entries) {
    if (['name', 'categoryId', 'status'].includes(name)) continue
    const rule = choices.at('unknownMembers', name, requestNumber)
    if (rule === 'refused') return new Wrong(`${name} is not known`)
    if (rule === 'kept' && !OWN.includes(name) && !kept.some(([own]) => own === name))
      kept.push([name, value])
  }
  return kept
}

/** Reads the body of a creation by the document and by the rules of this service. */
export function readWanted(
  body: Json | undefined,
  store: Store,
  choices: Choices,
  requestNumber: number,
): Wanted | Wrong {
  if (!(body instanceof Obj)) return new Wrong('the body is not a JSON object')
  const sentName = member(body, 'name', choices)
  const sentCategory = member(body, 'categoryId', choices)
  const sentStatus = member(body, 'status', choices)
  for (const sent of [sentName, sentCategory, sentStatus]) if (sent instanceof Wrong) return sent
  if (typeof sentName !== 'string') return new Wrong('name must be a string')
  const categoryId =
    sentCategory instanceof Wrong ? undefined : readInteger(sentCategory, choices, requestNumber)
  if (categoryId === undefined) return new Wrong('categoryId must be an integer of 64 bits')
  const status = sentStatus instanceof Wrong ? undefined : asStatus(sentStatus)
  if (sentStatus !== undefined && status === undefined)
    return new Wrong('status must be available, pending or sold')
  const extras = extrasOf(body, choices, requestNumber)
  if (extras instanceof Wrong) return extras
  const name = nameAs(sentName, choices.of('nameForm'))
  if (!nameFits(name, choices.of('names'), store)) return new Wrong('name is not acceptable')
  if (!categoryFits(categoryId, choices.of('categories'))) return new Wrong('categoryId names no category')
  return { name, categoryId, status, extras }
}

function readInteger(value: Json | undefined, choices: Choices, requestNumber: number): bigint | undefined {
  const plain = plainInt(value)
  if (plain !== undefined) return plain
  const odd = oddInt(value)
  const taken = odd !== undefined && choices.at('oddIntegers', String(odd), requestNumber) === 'taken'
  return taken ? odd : undefined
}
