import type { OpenPoint } from '../../client/generated/wire.ts'

/** The part of an OpenAPI document that is read here. */
interface Described {
  readonly servers?: readonly { readonly url: string }[]
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

type Point = Pick<OpenPoint, 'id' | 'section' | 'question' | 'chosen'>

/** The sections whose open points show in one operation alone, by its id. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  listPets: ['GET /pets'],
  createPet: ['POST /pets', 'NewPet', 'Pet', 'Gaps in the fields'],
  getPet: ['GET /pets/{petId}', 'Versioning'],
}

/**
 * An OpenAPI document whose operations also say what the service's own document says of them, and how the open points of it are
 * settled that show in one operation alone. Markdown.
 */
export function withDocument<Document extends Described>(
  document: Document,
  text: string,
  points: readonly Point[],
): Document {
  const paths = mapped(document.paths ?? {}, (path) =>
    mapped(path, (operation) => (isOperation(operation) ? described(operation, text, points) : operation)),
  )
  return { ...document, paths }
}

/** An OpenAPI document whose first server, to which Swagger UI sends requests, is the one at an address. */
export function withServerFirst<Document extends Described>(document: Document, address: string): Document {
  const { servers = [] } = document
  const isFirst = ({ url }: { readonly url: string }): boolean => url === address
  return {
    ...document,
    servers: [...servers.filter(isFirst), ...servers.filter((server) => !isFirst(server))],
  }
}

/** The open points that show in more than one operation. */
export function ofSeveral<Any extends Point>(points: readonly Any[]): readonly Any[] {
  const ofOne = new Set(Object.values(SECTIONS).flat())
  return points.filter(({ section }) => !ofOne.has(section))
}

interface Operation {
  readonly operationId: string
  readonly description?: string
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value
}

function described(operation: Operation, text: string, points: readonly Point[]): Operation {
  const sections = SECTIONS[operation.operationId] ?? []
  const section = sectionOf(operation.operationId, text)
  const own = points.filter((point) => sections.includes(point.section))
  const description = [
    operation.description,
    section && `#### The document says\n\n${section}`,
    settled('Open points', own),
  ]
  return { ...operation, description: joined(description) }
}

/** What stands under the heading that names an operation, up to the next heading; `undefined` without such a heading. */
function sectionOf(operationId: string, text: string): string | undefined {
  const lines = text.split('\n')
  const heading = lines.findIndex((line) => line.startsWith('#') && line.includes(`\`${operationId}\``))
  if (heading < 0) return undefined
  const after = lines.slice(heading + 1)
  const end = after.findIndex((line) => line.startsWith('#'))
  return after
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim()
}

/** A table of open points with the variants in force; `undefined` without any. */
function settled(title: string, points: readonly Point[]): string | undefined {
  if (points.length === 0) return undefined
  const rows = points.map(({ id, question, chosen }) => `| ${cell(question)} | \`${chosen}\` | \`${id}\` |`)
  return [
    `#### ${title}`,
    '',
    '| the document leaves open | this world | choice |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n')
}

function mapped<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
