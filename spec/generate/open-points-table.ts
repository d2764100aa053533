import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { markdownTable } from '../markdown.ts'
import { numbersOf } from '../variants.ts'

interface OpenPointSource {
  readonly id: string
  readonly question: string
  readonly default?: string
  readonly variants: Readonly<Record<string, string>>
}

const BEGIN = '<!-- open points: generated from spec/open-points.yaml by npm run generate -->'
const END = '<!-- end of open points -->'

/** `page` with the table of open points between its two marks brought up to date; unchanged where it has no marks. */
export async function openPointsTable(page: string, source: string): Promise<string> {
  const [before, rest] = page.split(BEGIN, 2)
  const after = rest?.split(END, 2)[1]
  if (before === undefined || after === undefined) return page
  const points = parse(await readFile(source, 'utf8')) as readonly OpenPointSource[]
  const table = markdownTable(
    ['open point', 'question', 'variants, the default in bold'],
    points
      .filter((point) => point.default !== undefined)
      .map((point) => [`\`${point.id}\``, point.question, variants(point)]),
  )
  return [before + BEGIN, table, END + after].join('\n\n')
}

function variants({ variants: all, default: preset = '' }: OpenPointSource): string {
  const ids = Object.keys(all)
  return ids.map((id) => (numbersOf(id, preset) ? `**${preset}**` : id)).join(' · ')
}
