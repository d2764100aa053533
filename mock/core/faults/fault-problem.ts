import { didYouMean, operationIds } from '../../../spec/index.ts'
import type { FaultEffect, FaultSpec } from './faults.ts'

// A reply may be late, but no test and no page waits for ever.
const LONGEST = 600_000

/** What is wrong with a fault as someone asks for it, in a sentence; `undefined` when nothing is. */
export function faultProblem(spec: unknown): string | undefined {
  if (!isObject(spec)) return 'A fault is an object with an effect'
  const { effect, operation, key, probability, times, seconds }: Unchecked<FaultSpec> = spec
  const problem = effectProblem(effect)
  if (problem !== undefined) return problem
  if (operation !== undefined && !operationIds.some((id) => id === operation))
    return unknownName('operation', operation, operationIds)
  if (key !== undefined && typeof key !== 'string') return 'The key of a fault is a text'
  if (probability !== undefined && !isWithin(probability, 0, 1)) return 'A probability is from 0 to 1'
  if (times !== undefined && !isWholeWithin(times, 1, Infinity)) return 'A number of times is 1 or more'
  if (seconds !== undefined && !(typeof seconds === 'number' && seconds > 0))
    return 'A time to heal is more than 0 seconds'
  return undefined
}

type Unchecked<T> = { readonly [Name in keyof T]?: unknown }
type Fields = Readonly<Record<string, unknown>>
type Kind = FaultEffect['kind']

/** For each kind of effect what is wrong with its fields. */
const effectProblems: Readonly<Record<Kind, (effect: Fields) => string | undefined>> = {
  delay: ({ from, to = from }) => {
    if (isTime(from) && isTime(to) && Number(from) <= Number(to)) return undefined
    return `A delay goes from some milliseconds to no fewer, at most ${LONGEST}`
  },
  status: ({ status }) => {
    if (!isWholeWithin(status, 400, 599)) return 'The status of a fault is an error: 400 to 599'
    if (status !== 429) return undefined
    return 'A 429 is no fault: set what the key has left in its window, and the service gives one with its Retry-After'
  },
  cut: ({ at }) =>
    at === 'before-reply' || at === 'mid-body'
      ? undefined
      : 'A connection is cut at before-reply or mid-body',
  'not-json': () => undefined,
  trickle: ({ over }) => (isTime(over) ? undefined : `A body trickles over at most ${LONGEST} milliseconds`),
}

function effectProblem(effect: unknown): string | undefined {
  if (!isObject(effect)) return 'The effect of a fault is an object with a kind'
  const { kind } = effect
  const kinds = Object.keys(effectProblems)
  return isKind(kind) ? effectProblems[kind](effect) : unknownName('kind of effect', kind, kinds)
}

function isKind(kind: unknown): kind is Kind {
  return typeof kind === 'string' && Object.hasOwn(effectProblems, kind)
}

function unknownName(what: string, name: unknown, known: readonly string[]): string {
  return `There is no ${what} ${JSON.stringify(String(name))}.${didYouMean(String(name), known)} There are: ${known.join(', ')}`
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isTime(value: unknown): boolean {
  return isWholeWithin(value, 0, LONGEST)
}

function isWholeWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && isWithin(value, least, most)
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most
}
