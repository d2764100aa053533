import { InvalidArgumentError } from 'commander'
import type { FaultSpec } from '../../mock/core/faults/faults.ts'
import { faultProblem } from '../../mock/core/world/spec-problems.ts'
import { asSentence, didYouMean } from '../../spec/wording.ts'

/** How each kind of fault is written. */
const FORMS = {
  delay: 'delay 500-2000',
  status: 'status 503',
  cut: 'cut mid-body',
  'not-json': 'not-json',
  trickle: 'trickle 3000',
}
const CONDITIONS = ['probability', 'operation', 'after', 'times', 'seconds'] as const

/** How faults are written, for the help. */
export const FAULT_FORMS = `Faults: "delay 500-2000", "status 503", "cut before-reply", "cut mid-body",
"not-json", "trickle 3000"; conditions: probability=0.2, operation=listPets,
after=2, times=3, seconds=30.`

/** Reads a fault such as `delay 500-2000` or `status 503 probability=0.2`, and adds it to those so far. */
export function oneMoreFault(text: string, faults: readonly FaultSpec[] = []): readonly FaultSpec[] {
  const [kind = '', ...words] = text.trim().split(/\s+/)
  if (!isKind(kind)) {
    const forms = Object.values(FORMS).map((form) => `"${form}"`)
    throw new InvalidArgumentError(
      `Write it as one of ${forms.join(', ')}.${didYouMean(kind, Object.keys(FORMS))}`,
    )
  }
  const conditions = words.filter((word) => word.includes('='))
  const [value, ...more] = words.filter((word) => !word.includes('='))
  const effect = effectOf(kind, value)
  if (!effect || more.length > 0) throw new InvalidArgumentError(`Write it as "${FORMS[kind]}".`)
  if ('status' in effect && effect.status === 429)
    throw new InvalidArgumentError('A 429 is no fault: --limits gives one, with its Retry-After.')
  const spec = { effect, ...conditionsOf(conditions) }
  const problem = faultProblem(spec)
  if (problem !== undefined) throw new InvalidArgumentError(asSentence(problem))
  // Checked in the line before.
  return [...faults, spec as FaultSpec]
}

function isKind(kind: string): kind is keyof typeof FORMS {
  return Object.hasOwn(FORMS, kind)
}

function effectOf(kind: keyof typeof FORMS, value: string | undefined): object | undefined {
  if (kind === 'not-json') return value === undefined ? { kind } : undefined
  if (value === undefined) return undefined
  switch (kind) {
    case 'delay': {
      const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(value) ?? []
      return from === undefined
        ? undefined
        : { kind, from: Number(from), ...(to !== undefined && { to: Number(to) }) }
    }
    case 'status':
      return { kind, status: number(value) }
    case 'cut':
      return { kind, at: value }
    case 'trickle':
      return { kind, over: number(value) }
  }
}

function conditionsOf(words: readonly string[]): Record<string, string | number> {
  const given = new Map<string, string | number>()
  for (const word of words) {
    const [, name = '', value = ''] = /^(.*?)=(.*)$/.exec(word) ?? []
    if (!CONDITIONS.some((one) => one === name)) {
      throw new InvalidArgumentError(
        `"${name}" is no condition: use ${CONDITIONS.join(', ')}.${didYouMean(name, CONDITIONS)}`,
      )
    }
    if (given.has(name)) throw new InvalidArgumentError(`${name} is given twice.`)
    given.set(name, name === 'operation' ? value : number(value))
  }
  return Object.fromEntries(given)
}

/** Not a number for what Number would read otherwise, such as the empty text. */
function number(text: string): number {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
}
