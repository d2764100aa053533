import { settle, type Choices } from '../../../spec/choices.ts'
import { MOST } from '../memory/bounds.ts'

/**
 * Finds what `JSON.parse` accepts and a service should not: deep nesting, the key `__proto__`, and a name that occurs twice
 * in one object (RFC 8259 §4: its meaning is unpredictable). Returns a sentence for the client, or `undefined`.
 */
export function inspectJson(text: string, value: unknown, choices: Choices): string | undefined {
  const found = { names: 0, deep: false, proto: false }
  countNames(value, 1, found)
  if (found.deep) return `The body nests deeper than ${MOST.jsonLevels} levels`
  if (found.proto) return 'The body names a field __proto__'
  if (colons(text) === found.names) return undefined
  const isRefused = settle(choices, 'duplicate-body-field', { '400': true, 'last-wins': false })
  const name = isRefused ? firstDuplicate(text) : undefined
  return name === undefined ? undefined : `The body names the field ${name.slice(0, 60)} twice`
}

function countNames(
  value: unknown,
  level: number,
  found: { names: number; deep: boolean; proto: boolean },
): void {
  if (typeof value !== 'object' || value === null || found.deep) return
  if (level > MOST.jsonLevels) {
    found.deep = true
    return
  }
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) countNames(item, level + 1, found)
    return
  }
  const fields = value as Readonly<Record<string, unknown>>
  for (const name in fields) {
    found.names += 1
    if (name === '__proto__') found.proto = true
    countNames(fields[name], level + 1, found)
  }
}

/** The colons of a text, those in strings too: a text has at most as many names. */
function colons(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) count += 1
  return count
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** The first name that occurs twice in one object, as written. The text must be valid JSON. */
function firstDuplicate(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const names = open.at(-1)
      const name = String(JSON.parse(last))
      if (names?.has(name)) return last
      names?.add(name)
    }
    last = token
  }
  return undefined
}
