import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { filledIn, lettersOf } from '../variants.ts'

interface OpenPointSource {
  readonly id: string
  readonly variants: Readonly<Record<string, string>>
}

/** The closed sets of open points and of their lawful variants, as types. */
export async function choiceTypes(source: string): Promise<string> {
  const points = parse(await readFile(source, 'utf8')) as readonly OpenPointSource[]
  const members = points
    .filter(({ variants }) => Object.keys(variants).length > 0)
    .map(({ id, variants }) => `  '${id}': ${Object.keys(variants).map(variantType).join(' | ')}\n`)
  return [
    `// Generated from ${source} by npm run generate.\n`,
    '/** One lawful variant for every open point. */\n',
    `export interface Choices {\n${members.join('')}}\n`,
  ].join('')
}

function variantType(variant: string): string {
  const letters = lettersOf(variant)
  if (letters.length === 0) return `'${variant}'`
  const pattern = filledIn(
    variant,
    letters.map(() => '${number}'),
  )
  return `\`${pattern}\``
}
