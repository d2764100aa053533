import { stripVTControlCharacters } from 'node:util'

/** Parts of a text, painted or not, in lines of at most so many columns: broken between parts, each of which stays whole. */
export function inLines(parts: readonly string[], separator: string, columns: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    const longer = last === undefined ? part : last + separator + part
    if (last !== undefined && stripVTControlCharacters(longer).length > columns) lines.push(part)
    else lines.splice(-1, 1, longer)
  }
  return lines
}

/** A text in lines of at most so many columns, where its words are no longer. */
export function broken(text: string, columns: number): string[] {
  return inLines(text.split(' '), ' ', columns)
}
