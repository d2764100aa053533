import {
  describe,
  errorsOf,
  placeOf,
  tokensOf,
  type AjvError,
  type SchemaCheck,
  type Validator,
} from './schema-check.ts'

/** An error with the place that it speaks of. */
interface Located {
  readonly error: AjvError
  /** A JSON Pointer. */
  readonly place: string
  /** The indexes of that place in the value, from the root on; -1 where a field is missing. */
  readonly position: readonly number[]
}

/**
 * What is wrong with an input, by a validator of its `inputSchema`: one problem at each place, in the order of the value,
 * where missing fields come first. A field that is undefined counts as left out.
 */
export function inputCheck(validate: Validator): SchemaCheck {
  return (value) => {
    if (validate(value)) return []
    const located = locate(
      value,
      errorsOf(validate).filter((error) => !isLeftOut(error)),
    )
    return outermost(located.toSorted((one, other) => compare(one.position, other.position))).map(describe)
  }
}

function isLeftOut({ params, data }: AjvError): boolean {
  const name = params['additionalProperty']
  return typeof name === 'string' && fieldOf(data, name) === undefined
}

function locate(value: unknown, errors: readonly AjvError[]): readonly Located[] {
  const orders = new Map<unknown, readonly string[]>()
  const indexIn = (node: unknown, name: string): number => {
    if (Array.isArray(node)) return Number(name)
    // Listed once, for an object may have a hundred thousand fields.
    const names = orders.get(node) ?? Object.keys(node ?? {})
    orders.set(node, names)
    return names.indexOf(name)
  }
  return errors.map((error) => {
    const place = placeOf(error)
    const position: number[] = []
    let node = value
    for (const name of tokensOf(place)) {
      position.push(indexIn(node, name))
      node = fieldOf(node, name)
    }
    return { error, place, position }
  })
}

function fieldOf(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null
    ? (node as Readonly<Record<string, unknown>>)[name]
    : undefined
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((index, depth) => index !== other[depth])
  // Of two that are alike as far as the shorter one goes, the shorter one encloses the other.
  if (at === -1) return one.length - other.length
  return (one[at] ?? -1) - (other[at] ?? -2)
}

/** The first error at each place, without those of what lies within such a place. */
function outermost(located: readonly Located[]): readonly AjvError[] {
  const outer: Located[] = []
  for (const one of located) {
    const last = outer.at(-1)
    if (last && `${one.place}/`.startsWith(`${last.place}/`)) continue
    outer.push(one)
  }
  return outer.map(({ error }) => error)
}
