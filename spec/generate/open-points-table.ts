import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

interface OpenPointSource {
  readonly id: string
  readonly question: string
  readonly default?: string
  readonly variants: Readonly<Record<string, string>>
}

const BEGIN = '<!-- open points: generated from spec/open-points.yaml by npm run generate -->'
const END = '<!-- end of open points -->'
const KEEP_BY_PRETTIER = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->']

/** `page` with the table of open points between its two marks brought up to date; unchanged where it has no marks. */
export async function openPointsTable(page: string, source: string): Promise<string> {
  const [before, rest] = page.split(BEGIN, 2)
  const after = rest?.split(END, 2)[1]
  if (before === undefined || after === undefined) return page
  const points = parse(await readFile(source, 'utf8')) as readonly OpenPointSource[]
  const rows = points
    .filter((point) => point.default !== undefined)
    .map((point) => `| \`${point.id}\` | ${point.question} | ${variants(point)} |`)
  const table = ['| open point | question | variants, the default in bold |', '| --- | --- | --- |', ...rows]
  return [before + BEGIN, KEEP_BY_PRETTIER[0], table.join('\n'), KEEP_BY_PRETTIER[1], END + after].join(
    '\n\n',
  )
}

function variants(point: OpenPointSource): string {
  const ids = Object.keys(point.variants)
  return ids.map((id) => (stands(id, point.default) ? `**${point.default}**` : id)).join(' · ')
}

function stands(variant: string, chosen = ''): boolean {
  return new RegExp(`^${variant.replaceAll(/(?<=^|-)[A-Z](?=-|$)/g, '\\d+')}$`).test(chosen)
}
