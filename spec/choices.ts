import type { Choices } from './generated/choices.ts'
import { openPoints } from './generated/open-points.ts'
import { didYouMean } from './nearest.ts'

export type { Choices }
export type OpenPointId = keyof Choices

/** An open point that a service may settle in several ways; `default` is what the mock takes. */
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
export const choosable: readonly OpenPoint[] = openPoints.filter((point) => 'default' in point)

const PLACEHOLDER = /(?<=^|-)[A-Z](?=-|$)/

const byId = new Map<string, OpenPoint>(choosable.map((point) => [point.id, point]))

/** The variants that the mock takes where nobody chose. */
export const defaultChoices: Choices = checkedChoices(
  Object.fromEntries(choosable.map((point) => [point.id, point.default])),
)

/** A choice that no conforming service can show; the message names the nearest right one. */
export class ChoiceError extends Error {
  override readonly name = 'ChoiceError'
}

/** Checks choices that came from outside; throws a ChoiceError for the first unknown open point or variant. */
export function parseChoices(input: Readonly<Record<string, unknown>>): Partial<Choices> {
  for (const [id, variant] of Object.entries(input)) {
    const point = byId.get(id)
    if (!point) throw new ChoiceError(`There is no open point "${id}".${didYouMean(id, [...byId.keys()])}`)
    // YAML reads `404` as a number, and `yes` and `no` may have been read as booleans.
    if (!isVariant(point, toVariant(variant)))
      throw new ChoiceError(unknownVariant(point, toVariant(variant)))
  }
  return Object.fromEntries(Object.entries(input).map(([id, variant]) => [id, toVariant(variant)]))
}

/** The same for `id=variant`, as the command line has it. */
export function parseChoice(text: string): Partial<Choices> {
  const [id = '', ...variant] = text.split('=')
  if (variant.length === 0) {
    throw new ChoiceError(
      `"${text}" is no choice: write it as open-point=variant, such as invalid-limit=clamped`,
    )
  }
  return parseChoices({ [id.trim()]: variant.join('=').trim() })
}

/** All of an open point's concrete choices: each variant, with the examples in place of those that need a number. */
export function concreteVariants(point: OpenPoint): readonly string[] {
  const plain = Object.keys(point.variants).filter((id) => !PLACEHOLDER.test(id))
  return [...plain, ...(point.examples ?? [])]
}

/** The numbers that a choice such as `after-3-strikes-for-90-seconds` fills in, in their order. */
export function numbersIn(variant: string): readonly number[] {
  return Array.from(variant.matchAll(/(?<=^|-)\d+(?=-|$)/g), ([digits]) => Number(digits))
}

function toVariant(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : JSON.stringify(value)
}

// No number of a variant may be 0, which would mean another variant, nor so long that arithmetic loses it.
function isVariant(point: OpenPoint, variant: string): boolean {
  return Object.keys(point.variants).some((id) =>
    new RegExp(`^${id.replaceAll(new RegExp(PLACEHOLDER, 'g'), '[1-9]\\d{0,8}')}$`).test(variant),
  )
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
