import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clauses, type ClauseId } from '../../../spec/clauses.ts'
import { arguable } from './arguable.ts'

/** What a stranger leaves to a setting: every value conforms, as its author says. */
export interface Option {
  readonly name: string
  readonly values: readonly string[]
  readonly default: string
}

/** A breach that a stranger commits when asked. Its author also wrote which sentence of the document it breaks. */
export interface StrangerBreach {
  readonly name: string
  /** The clauses of which one must be reported. */
  readonly clauses: readonly ClauseId[]
  /** The values of its options under which the breach can show; of the others, all. */
  readonly needs: Readonly<Record<string, readonly string[]>>
}

/** The options of a stranger, with the values that this project, too, takes to be lawful. */
export function lawfulOptions(stranger: string): readonly Option[] {
  const left = arguable[stranger] ?? {}
  return read(stranger, 'options').map((each) => {
    const [name, first] = [textOf(each, 'name'), textOf(each, 'default')]
    const out = Object.keys(left[name] ?? {})
    const values = textsOf(each, 'values')
    const unknown = out.find((value) => !values.includes(value) || value === first)
    if (unknown !== undefined) throw new Error(`${stranger}: ${unknown} cannot be left out of ${name}`)
    return { name, default: first, values: values.filter((value) => !out.includes(value)) }
  })
}

/** The breaches that a stranger commits. */
export function breachesOf(stranger: string): readonly StrangerBreach[] {
  return read(stranger, 'breaches').map((each) => {
    const needs = each['needs'] ?? {}
    if (!isRecord(needs)) throw new Error(`${stranger}: needs is no object`)
    return {
      name: textOf(each, 'name'),
      clauses: textsOf(each, 'clauses').map(clauseIn),
      needs: Object.fromEntries(Object.keys(needs).map((name) => [name, textsOf(needs, name)])),
    }
  })
}

type Fields = Readonly<Record<string, unknown>>

function read(stranger: string, what: 'options' | 'breaches'): readonly Fields[] {
  const file = join(import.meta.dirname, 'services', stranger, `${what}.json`)
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(list) || !list.every(isRecord)) throw new Error(`${file} is no list of objects`)
  return list
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(fields: Fields, name: string): string {
  const text = fields[name]
  if (typeof text !== 'string') throw new Error(`${name} is no text in ${JSON.stringify(fields)}`)
  return text
}

function textsOf(fields: Fields, name: string): readonly string[] {
  const texts = fields[name]
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string') || texts.length === 0)
    throw new Error(`${name} is no list of texts in ${JSON.stringify(fields)}`)
  return texts
}

function clauseIn(text: string): ClauseId {
  const found = clauses.find(({ id }) => id === text)
  if (found === undefined) throw new Error(`there is no clause ${text}`)
  return found.id
}
