import { sentenceAt, within } from '../../../spec/schema-check.ts'
import { customFigures, customPlanIds } from '../../../spec/plans.ts'
import type { FaultSpec } from '../faults/faults.ts'
import type { KeySpec } from '../limits/caller.ts'
import { inputProblem } from './input.ts'

// Rules that the schemas of the control API cannot express. A problem names the place of the value, where it is given.

/** The problem of a requested key, as a sentence; `undefined` if there is none. */
export function keyProblem(spec: unknown, place = ''): string | undefined {
  // The schema is the proof of the shape.
  return inputProblem('addKey.body', spec, 'A key', place) ?? planProblem(spec as KeySpec, place)
}

/** The problem with the figures that a plan is given; `undefined` if there is none. */
export function planProblem(
  { plan, perMinute, perDay }: Omit<KeySpec, 'key'>,
  place = '',
): string | undefined {
  const given = { perMinute, perDay }
  const custom = customFigures(plan)
  const name = (['perMinute', 'perDay'] as const).find(
    (one) => given[one] !== undefined && !custom.includes(one),
  )
  if (name === undefined) return undefined
  const problem = `The plan ${plan} has its own figures; ${name} goes with ${customPlanIds.join(' or ')}`
  return sentenceAt(place, problem)
}

/** The problem of a requested fault, as a sentence; `undefined` if there is none. */
export function faultProblem(spec: unknown, place = ''): string | undefined {
  const wrong = inputProblem('addFault.body', spec, 'A fault', place)
  if (wrong !== undefined) return wrong
  // The schema is the proof of the shape.
  const { effect } = spec as FaultSpec
  if (effect.kind === 'delay' && effect.from > (effect.to ?? effect.from))
    return `${within(place, 'effect.to')} must be >= ${effect.from}, which is effect.from`
  const problem = effect.kind === 'status' ? statusProblem(effect) : undefined
  return problem && sentenceAt(place, problem)
}

// Their replies end with the headers (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
const WITHOUT_BODY = [204, 205, 304]
// RFC 9110 §5.1, §5.6.2.
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/
/** The headers that a fault cannot set; a `*` stands for the rest of a name. docs/control-api.md lists them. */
export const NOT_TO_BE_SET = [
  'Access-Control-*',
  'Connection',
  'Content-Length',
  'Date',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
] as const
const ANY_NOT_TO_BE_SET = new RegExp(`^(?:${NOT_TO_BE_SET.join('|').replaceAll('*', '.*')})$`, 'i')

type StatusEffect = Extract<FaultSpec['effect'], { kind: 'status' }>

function statusProblem({ status, body = '', headers }: StatusEffect): string | undefined {
  if (status === 429 && !headers)
    return 'A 429 is no fault: set what the key has left in its window, and the service gives one with its Retry-After; or give this one headers of its own'
  if (body !== '' && WITHOUT_BODY.includes(status)) return `A ${status} has no body`
  const names = Object.keys(headers ?? {})
  const wrong = names.find((name) => !TOKEN.test(name) || ANY_NOT_TO_BE_SET.test(name))
  if (wrong === undefined) return spellingsProblem(names)
  const why = TOKEN.test(wrong)
    ? 'the mock alone sets it or leaves it out'
    : "its name must be one or more letters (a to z), digits and any of !#$%&'*+-.^_`|~"
  return `A fault cannot set the header ${quoted(wrong)}: ${why}`
}

/** Names of headers do not depend on case (RFC 9110 §5.1). */
function spellingsProblem(names: readonly string[]): string | undefined {
  const first = new Map<string, string>()
  for (const name of names) {
    const other = first.get(name.toLowerCase())
    if (other !== undefined)
      return `A fault cannot set both ${quoted(other)} and ${quoted(name)}: they are one header`
    first.set(name.toLowerCase(), name)
  }
  return undefined
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60))
}
