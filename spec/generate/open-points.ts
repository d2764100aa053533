import { markdownTable } from '../markdown.ts'
import { filledIn, lettersOf, numbersOf } from '../variants.ts'

/** A point of open-points.yaml. */
interface OpenPoint {
  readonly id: string
  readonly question: string
  readonly default?: string
  readonly variants: Readonly<Record<string, string>>
}

/** The points at which there is something to choose. */
export function choosablePoints(points: unknown): readonly OpenPoint[] {
  return (points as readonly OpenPoint[]).filter((point) => point.default !== undefined)
}

/** The others, which only the tests of the document read, and no mock has to load. */
export function otherPoints(points: unknown): readonly OpenPoint[] {
  return (points as readonly OpenPoint[]).filter((point) => point.default === undefined)
}

/** The closed sets of open points and of their lawful variants, as a type. */
export function choiceTypes(points: unknown): string {
  const members = (points as readonly OpenPoint[])
    .filter(({ variants }) => Object.keys(variants).length > 0)
    .map(({ id, variants }) => `  '${id}': ${Object.keys(variants).map(variantType).join(' | ')}\n`)
  return `/** One lawful variant for every open point. */\nexport interface Choices {\n${members.join('')}}\n`
}

function variantType(variant: string): string {
  const letters = lettersOf(variant)
  if (letters.length === 0) return `'${variant}'`
  const numbers = letters.map(() => '${number}')
  return `\`${filledIn(variant, numbers)}\``
}

const BEGIN = '<!-- open points: generated from spec/open-points.yaml by npm run generate -->'
const END = '<!-- end of open points -->'

/** `page` with the table of open points between its two comments brought up to date; unchanged if it has no such comments. */
export function openPointsTable(page: string, points: unknown): string {
  const [before, rest] = page.split(BEGIN, 2)
  const after = rest?.split(END, 2)[1]
  if (before === undefined || after === undefined) return page
  const table = markdownTable(
    ['open point', 'question', 'variants, the default in bold'],
    choosablePoints(points).map((point) => [`\`${point.id}\``, point.question, variants(point)]),
  )
  return [before + BEGIN, table, END + after].join('\n\n')
}

function variants({ variants: all, default: preset = '' }: OpenPoint): string {
  const ids = Object.keys(all)
  return ids.map((id) => (numbersOf(id, preset) ? `**${preset}**` : id)).join(' · ')
}
