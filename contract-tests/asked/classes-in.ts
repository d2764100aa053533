// Which classes the values of a request lie in, and which of them meet in one request.
import { operationOf, type OperationId } from '../../spec/operations.ts'
import { authorizationOf } from '../history/credentials.ts'
import { type RecordedExchange, remembering } from '../history/history.ts'
import { inputClasses, predicateOf, type InputClass } from './input-class.ts'
import { readers } from './inputs.ts'

const inputs = [
  ...Map.groupBy(inputClasses, ({ operation, input }) => `${operation} ${input}`).values(),
].flatMap(([first, ...others]) =>
  first === undefined ? [] : [{ ...first, tests: [first, ...others].map(testOf) }],
)

function testOf(one: InputClass): {
  readonly one: InputClass
  readonly holds: ReturnType<typeof predicateOf>
} {
  return { one, holds: predicateOf(one.test) }
}

/** The operation that is asked for. HEAD is another method, and the second base address may be another service's. */
export function askedOperation({ probe: { method, path, base } }: RecordedExchange): OperationId | undefined {
  return method === 'HEAD' || base !== undefined ? undefined : operationOf(method, path)
}

/** All classes that the values of a request lie in, whether the service has read them or not. */
export const classesIn = remembering((exchange: RecordedExchange): readonly InputClass[] => {
  const operation = askedOperation(exchange)
  return inputs
    .filter((input) => input.operation === operation)
    .flatMap(({ place, input, tests }) => {
      const value = readers[place](exchange, input)
      return value === undefined ? [] : tests.filter(({ holds }) => holds(value)).map(({ one }) => one)
    })
})

const BEFORE_THE_KEY = new Set([429, 502, 503, 504])
const BEFORE_THE_VALUES = new Set([...BEFORE_THE_KEY, 401, 403])

/** Those of them that the service has read for sure: what it refuses before it has not read. */
export const classesRead = remembering((exchange: RecordedExchange): readonly InputClass[] => {
  const { status, probe } = exchange
  if (BEFORE_THE_KEY.has(status)) return []
  const isLetIn = !BEFORE_THE_VALUES.has(status) && authorizationOf(probe.headers) !== undefined
  return classesIn(exchange).filter(({ place }) => isLetIn || place === 'key')
})

/** The values of one input of which the same clause speaks, or none. */
export interface Kind {
  readonly operation: OperationId
  readonly place: InputClass['place']
  /** `limit LIST-3`, `limit open`. */
  readonly name: string
  readonly classes: readonly InputClass[]
}

export const kinds: readonly Kind[] = Array.from(
  Map.groupBy(inputClasses, (one) => `${one.operation} ${kindName(one)}`).values(),
  ([first, ...others]) =>
    first === undefined ? [] : [{ ...first, name: kindName(first), classes: [first, ...others] }],
).flat()

function kindName({ input, clauses }: InputClass): string {
  return `${input} ${clauses.at(-1) ?? 'open'}`
}

/** Two kinds of values that can meet in one request, and which of them do in a request that was answered. */
export interface KindPair {
  readonly one: Kind
  readonly other: Kind
}

export const kindPairs: readonly KindPair[] = kinds.flatMap((one, at) =>
  kinds
    .slice(at + 1)
    .filter((other) => canMeet(one, other))
    .map((other) => ({ one, other })),
)

/** Those of each operation. */
const pairsOf: ReadonlyMap<OperationId | undefined, readonly KindPair[]> = Map.groupBy(
  kindPairs,
  ({ one }) => one.operation,
)

export function canMeet(one: Kind, other: Kind): boolean {
  const places = [one.place, other.place]
  // A body that stands for itself has no members to choose.
  const isBody = places.includes('body') && places.includes('member')
  return one.operation === other.operation && inputOf(one) !== inputOf(other) && !isBody
}

export function inputOf({ name }: Kind): string {
  return name.slice(0, name.lastIndexOf(' '))
}

const REFUSING = /^(?:AUTH-[2347]|CREATE-[345])$/

/** Whether a service refuses its values, or may do so where the document is silent: then it need not look at any others. */
export function mayBeRefused({ place, classes: [first] }: Kind): boolean {
  const clause = first?.clauses.at(-1)
  // The usual body is among those of which the document is silent.
  return clause === undefined ? place !== 'body' : REFUSING.test(clause)
}

/** Whether its values are credentials that may be refused: that comes first, whatever else is asked. */
export function isDoubtfulKey(kind: Kind): boolean {
  return kind.place === 'key' && mayBeRefused(kind)
}

const kindOf: ReadonlyMap<InputClass, Kind> = new Map(
  kinds.flatMap((kind) => kind.classes.map((one) => [one, kind] as const)),
)

/** The pairs whose meeting a reply can show: no third kind of value may have been refused in their place. */
export const pairsIn = remembering((exchange: RecordedExchange): readonly KindPair[] => {
  if (BEFORE_THE_KEY.has(exchange.status)) return []
  const met = new Set(classesIn(exchange).flatMap((one) => kindOf.get(one) ?? []))
  const doubtful = [...met].filter(mayBeRefused)
  const first = doubtful.filter(isDoubtfulKey)
  const decisive = first.length > 0 ? first : doubtful
  const possible = pairsOf.get(askedOperation(exchange)) ?? []
  return possible.filter(
    ({ one, other }) =>
      met.has(one) &&
      met.has(other) &&
      decisive.every((kind) => [one, other].includes(kind) || !canMeet(kind, one) || !canMeet(kind, other)),
  )
})
