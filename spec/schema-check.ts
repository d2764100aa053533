import type { AjvError, Validator } from './generated/validators.ts'
import { didYouMean, figure } from './wording.ts'

/** What is wrong with a value, and where: `path` is written as in JavaScript (`[3].categoryId`), empty at the root. */
export interface Problem {
  readonly path: string
  readonly message: string
  /** " Did you mean X?" where an unknown field or value resembles a known one; empty where it does not. */
  readonly hint?: string
}

// A name of a megabyte resembles nothing, and would take its time to be compared.
export const LONGEST_HINTED = 60

export type SchemaCheck = (value: unknown) => readonly Problem[]

/** What a validator that reports all errors, verbosely, finds wrong. */
export function checkBy(validate: Validator): SchemaCheck {
  return (value) => {
    if (validate(value)) return []
    // What a condition leads to has told its own problems.
    return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => describe(error))
  }
}

function describe({ instancePath, keyword, params, message, data, parentSchema }: AjvError): Problem {
  const path = toJavaScript(instancePath)
  switch (keyword) {
    case 'required':
      return { path: member(path, String(params['missingProperty'])), message: 'is required' }
    case 'additionalProperties': {
      const name = String(params['additionalProperty'])
      const hint = didYouMean(name.slice(0, LONGEST_HINTED), Object.keys(parentSchema?.['properties'] ?? {}))
      return { path: member(path, name), message: 'is not known', hint }
    }
    case 'enum': {
      const values = (params['allowedValues'] as unknown[]).map(String)
      const hint = typeof data === 'string' ? didYouMean(data.slice(0, LONGEST_HINTED), values) : ''
      return { path, message: `must be one of ${values.join(', ')}`, hint }
    }
    case 'format':
      return { path, message: 'must be a time such as 2030-12-05T00:00:00Z' }
    case 'minProperties':
      return { path, message: 'must not be empty' }
    case 'int64':
      return { path, message: 'must be an integer from -2^63 to 2^63 - 1' }
    case 'type':
      return { path, message: `must be ${withArticle(String(params['type']))}` }
    default:
      return { path, message: message ?? `breaks ${keyword}` }
  }
}

/** A noun with `a` or `an` before it. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function toJavaScript(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(member, '')
}

/** The place of a field in what is at `path`, as JavaScript writes it. */
export function member(path: string, name: string): string {
  if (/^\d+$/.test(name)) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}

const MOST_TOLD = 5

/** The first few problems in one line, and how many there are besides; empty when there is none. */
export function tellProblems(problems: Iterable<string>): string {
  const told: string[] = []
  let more = 0
  for (const problem of problems) {
    if (told.length < MOST_TOLD) told.push(problem)
    else more += 1
  }
  if (more > 0) told.push(`and ${figure(more)} more`)
  return told.join('; ').replaceAll('?; ', '? ')
}

/** One problem as a sentence's beginning: "name is required"; the root is called `whole`. */
export function problemText({ path, message }: Problem, whole: string): string {
  return `${path === '' ? whole : path} ${message}`
}
