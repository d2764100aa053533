import { isInt64 } from './exact-json/int64.ts'
import { didYouMean, figure } from './wording.ts'

/** A problem of a value, and its place: `path` is written as in JavaScript (`[3].categoryId`), empty at the root. */
export interface Problem {
  readonly path: string
  readonly message: string
  /** " Did you mean X?" if an unknown field or value resembles an accepted one; empty otherwise. */
  readonly hint?: string
}

// A name of a megabyte resembles nothing, and is slow to compare.
const LONGEST_HINTED = 60

export type SchemaCheck = (value: unknown) => readonly Problem[]

/** A validator as Ajv compiles it, with `allErrors` and `verbose`. */
export interface Validator {
  (value: unknown): boolean
  errors?: readonly AjvError[] | null | undefined
}

export interface AjvError {
  /** A JSON Pointer. */
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  readonly data?: unknown
  readonly parentSchema?: Readonly<Record<string, unknown>>
}

/** Everything that a validator finds wrong, in the order of its schema. */
export function checkBy(validate: Validator): SchemaCheck {
  return (value) => (validate(value) ? [] : errorsOf(validate).map(describe))
}

/** The errors of the last value that a validator refused. */
export function errorsOf({ errors }: Validator): readonly AjvError[] {
  // The schema that a condition leads to has errors of its own.
  return (errors ?? []).filter(({ keyword }) => keyword !== 'if')
}

/** The JSON Pointer of the problem: of the field itself if one is missing or unknown. */
export function placeOf({ instancePath, params }: AjvError): string {
  const field = params['missingProperty'] ?? params['additionalProperty']
  return typeof field === 'string' ? `${instancePath}/${escaped(field)}` : instancePath
}

/** An error of Ajv's in words. */
export function describe(error: AjvError): Problem {
  const { keyword, params, message = `breaks ${keyword}`, data, parentSchema = {} } = error
  const path = toJavaScript(placeOf(error))
  switch (keyword) {
    case 'required':
      return { path, message: `is required${asIn(parentSchema)}` }
    case 'additionalProperties':
      return {
        path,
        message: 'is not known',
        hint: hint(params['additionalProperty'], Object.keys(parentSchema['properties'] ?? {})),
      }
    case 'enum': {
      const values = (params['allowedValues'] as unknown[]).map(String)
      return { path, message: `must be one of ${values.join(', ')}`, hint: hint(data, values) }
    }
    case 'format':
      return { path, message: 'must be a time such as 2030-12-05T00:00:00Z' }
    case 'minProperties':
    case 'notEmpty':
      return { path, message: 'must not be empty' }
    case 'int64':
      return { path, message: inexact(data) ?? 'must be an integer from -2^63 to 2^63 - 1' }
    case 'isFunction':
      return { path, message: 'must be a function' }
    case 'type':
      return {
        path,
        message: outOfBounds(data, parentSchema) ?? `must be ${oneOf(params['type'])}${asIn(parentSchema)}`,
      }
    case 'pattern':
      return { path, message: `must be ${String(parentSchema['description']).replace(/\.$/, '')}` }
    case 'minimum':
    case 'maximum':
      return { path, message: `must be ${String(params['comparison'])} ${String(params['limit'])}` }
    case 'maxLength':
      return { path, message: `must NOT have more than ${String(params['limit'])} characters` }
    case 'maxItems':
      return { path, message: `must NOT have more than ${String(params['limit'])} items` }
    case 'maxProperties':
      return { path, message: `must NOT have more than ${String(params['limit'])} properties` }
    default:
      return { path, message }
  }
}

/** The example of a schema that has one. */
function asIn({ example }: Readonly<Record<string, unknown>>): string {
  return example === undefined ? '' : `, as in ${JSON.stringify(example)}`
}

function hint(text: unknown, accepted: readonly string[]): string {
  return typeof text === 'string' ? didYouMean(text.slice(0, LONGEST_HINTED), accepted) : ''
}

/** Ajv accepts neither a bigint nor infinity as a number; one that is out of bounds gets the message for the bound. */
function outOfBounds(
  data: unknown,
  { minimum, maximum }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof data !== 'bigint' && typeof data !== 'number') return undefined
  if (typeof minimum === 'number' && data < minimum) return `must be >= ${minimum}`
  return typeof maximum === 'number' && data > maximum ? `must be <= ${maximum}` : undefined
}

/** What to write in code for an int64 that a number need not hold digit for digit; JSON is read exactly. */
function inexact(data: unknown): string | undefined {
  if (typeof data !== 'number' || !Number.isInteger(data) || !isInt64(BigInt(data))) return undefined
  return `must be a bigint, such as ${BigInt(data)}n: a number this large is not exact`
}

function oneOf(types: unknown): string {
  return [types]
    .flat()
    .map((type) => withArticle(String(type)))
    .join(' or ')
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** The names and indexes in a JSON Pointer. */
export function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

function toJavaScript(pointer: string): string {
  return tokensOf(pointer).reduce(member, '')
}

/** The place of a field in what is at `path`, as JavaScript writes it. */
function member(path: string, name: string): string {
  if (/^\d+$/.test(name)) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}

/** The path of what is at `path` in the value at `place`; both are written as in JavaScript. */
export function within(place: string, path: string): string {
  return place + (place === '' || path === '' || path.startsWith('[') ? '' : '.') + path
}

/** A sentence on the value at `place`. */
export function sentenceAt(place: string, sentence: string): string {
  return place === '' ? sentence : `${place}: ${sentence}`
}

const MOST_LISTED = 5

/** The first few problems in one line, and the number of the others; empty if there is none. */
export function listProblems(problems: Iterable<string>): string {
  const listed: string[] = []
  let more = 0
  for (const problem of problems) {
    if (listed.length < MOST_LISTED) listed.push(problem)
    else more += 1
  }
  if (more > 0) listed.push(`and ${figure(more)} more`)
  return listed.join('; ').replaceAll('?; ', '? ')
}

/** One problem as a sentence's beginning: "name is required"; the root is called `whole`. */
export function problemText({ path, message }: Problem, whole: string): string {
  return `${path === '' ? whole : path} ${message}`
}
