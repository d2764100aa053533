import type { Choices } from './generated/choices.ts'
import { openPoints } from './generated/open-points.ts'
import { didYouMean } from './wording.ts'
import { lettersOf, numbersOf } from './variants.ts'

export type { Choices }
export type OpenPointId = keyof Choices

/** An open point that a service may settle in several ways; `default` is what the mock chooses. */
export interface OpenPoint {
  readonly id: OpenPointId
  readonly section: string
  readonly remark?: string
  readonly question: string
  readonly default: string
  readonly variants: Readonly<Record<string, string>>
  readonly examples?: readonly string[]
}

/** The open points at which there is something to choose, in the order of `open-points.yaml`. */
export const choosable: readonly OpenPoint[] = openPoints

/** Open points that an earlier version asked as one question, with those that stand in their place. */
const split: Readonly<Record<string, readonly OpenPointId[]>> = {
  'invalid-limit': ['limit-below-1', 'limit-above-100', 'limit-not-a-number'],
  'name-bounds': ['shortest-name', 'longest-name'],
}

const byId = new Map<string, OpenPoint>(choosable.map((point) => [point.id, point]))

/** The variants that the mock chooses by default. */
export const defaultChoices: Choices = checkedChoices(
  Object.fromEntries(choosable.map((point) => [point.id, point.default])),
)

/** What stands in place of a variant where a service shows none of them. */
export const OTHER = 'other'

/** A choice that no conforming service can show; the message names the nearest right one. */
export class ChoiceError extends Error {
  override readonly name = 'ChoiceError'
}

/** Checks choices that came from outside; throws a ChoiceError for the first unknown open point or variant. */
export function parseChoices(input: Readonly<Record<string, unknown>>): Partial<Choices> {
  for (const [id, variant] of Object.entries(input)) {
    const point = byId.get(id)
    if (!point) throw new ChoiceError(unknownPoint(id))
    // YAML reads `404` as a number, and `yes` and `no` may have been read as booleans.
    const chosen = toVariant(variant)
    if (variantOf(Object.keys(point.variants), chosen) === undefined)
      throw new ChoiceError(unknownVariant(point, chosen))
  }
  return Object.fromEntries(Object.entries(input).map(([id, variant]) => [id, toVariant(variant)]))
}

/** Choices that a run of the contract suite has saved. */
export interface SavedChoices {
  readonly choices: Partial<Choices>
  /** The open points at which the service shows none of the variants. */
  readonly others: readonly OpenPointId[]
}

/** Checks saved choices as `parseChoices` does; where `other` stands, no mock can do the same. */
export function parseSavedChoices(input: Readonly<Record<string, unknown>>): SavedChoices {
  const isOther = (id: string): boolean => byId.has(id) && input[id] === OTHER
  const ids = Object.keys(input)
  const choices = Object.fromEntries(ids.filter((id) => !isOther(id)).map((id) => [id, input[id]]))
  return {
    choices: parseChoices(choices),
    others: choosable.map(({ id }) => id).filter(isOther),
  }
}

/** Checks a choice written as `id=variant`, as the command line has it. */
export function parseChoice(text: string): Partial<Choices> {
  const [id = '', ...variant] = text.split('=')
  if (variant.length === 0) {
    throw new ChoiceError(
      `"${text}" is no choice: write it as open-point=variant, such as limit-above-100=clamped`,
    )
  }
  return parseChoices({ [id.trim()]: variant.join('=').trim() })
}

/** All of an open point's concrete choices: each variant, with the examples in place of those that need a number. */
export function concreteVariants(point: OpenPoint): readonly string[] {
  const plain = Object.keys(point.variants).filter((id) => lettersOf(id).length === 0)
  return [...plain, ...(point.examples ?? [])]
}

/** A variant of an open point as open-points.yaml writes it: `at-most-N`, of which `at-most-80` is a choice. */
export type VariantOf<Id extends OpenPointId> = Extract<
  keyof Extract<(typeof openPoints)[number], { readonly id: Id }>['variants'],
  string
>

/**
 * What a choice comes to, with a value for each variant of its open point: one that is added to open-points.yaml does
 * not compile until each place that acts on it has thought of it. Where there is more to do than to name a value, a
 * `switch` over `choices[id]` whose cases all return does the same.
 */
export function settle<Id extends OpenPointId, const Values extends Readonly<Record<VariantOf<Id>, unknown>>>(
  choices: Pick<Choices, Id>,
  id: Id,
  values: Values & Readonly<Record<Exclude<keyof Values, VariantOf<Id>>, never>>,
): Values[VariantOf<Id>] {
  const chosen: string = choices[id]
  // Most variants have no number in them; requests, which come by the thousand a second, need not search.
  if (chosen in values) return values[chosen as VariantOf<Id>]
  const variant = variantOf(Object.keys(values) as VariantOf<Id>[], chosen)
  if (variant === undefined) throw new ChoiceError(`"${chosen}" is no variant of ${id}`)
  return values[variant]
}

function variantOf<Variant extends string>(ids: readonly Variant[], chosen: string): Variant | undefined {
  return ids.find((id) => numbersOf(id, chosen) !== undefined)
}

function toVariant(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : JSON.stringify(value)
}

function unknownPoint(id: string): string {
  const parts = Object.hasOwn(split, id) ? split[id] : undefined
  if (parts !== undefined) return `The open point "${id}" is several now: choose ${parts.join(', ')} instead`
  const ids = [...byId.keys()]
  return `There is no open point "${id}".${didYouMean(id, ids) || ` There are ${ids.join(', ')}`}`
}

function unknownVariant(point: OpenPoint, variant: string): string {
  const lawful = Object.keys(point.variants)
  const near = didYouMean(variant, [...concreteVariants(point)])
  return `"${variant}" is no lawful variant of ${point.id}.${near} Lawful: ${lawful.join(', ')}`
}

function checkedChoices(choices: Readonly<Record<string, string>>): Choices {
  // Complete by construction, since every choosable point has a default; a test holds the types to the data.
  return parseChoices(choices) as Choices
}
