import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { parse } from 'yaml'
import { choiceTypes, choosablePoints, openPointsTable, otherPoints } from './open-points.ts'
import { operationRoutes, operationTable } from './operations.ts'
import { serviceValidators } from './service-validators.ts'

/** A file that is derived from others: `content` is what it should hold, given what it holds now. */
export interface Generated {
  readonly path: string
  readonly content: (now: string) => Promise<string>
}

const SERVICE = 'spec/openapi.yaml'
const OPEN_POINTS = 'spec/open-points.yaml'
export const CONTROL = 'mock/control/openapi.yaml'

/** All of them; a test fails when one is stale. */
export const generated: readonly Generated[] = [
  source('spec/generated/wire.ts', SERVICE, wireTypes),
  constant('spec/generated/openapi.ts', SERVICE, 'openapi'),
  source('spec/generated/validators.ts', SERVICE, async (yaml) => serviceValidators(await read(yaml))),
  constant('spec/generated/operations.ts', SERVICE, 'operations', operationTable),
  constant('spec/generated/plans.ts', 'spec/plans.yaml', 'plans'),
  constant('spec/generated/clauses.ts', 'spec/clauses.yaml', 'clauses'),
  constant('spec/generated/open-points.ts', OPEN_POINTS, 'openPoints', choosablePoints),
  constant('spec/generated/other-points.ts', OPEN_POINTS, 'otherPoints', otherPoints),
  source('spec/generated/choices.ts', OPEN_POINTS, async (yaml) => choiceTypes(await read(yaml))),
  { path: CONTROL, content: controlEnums },
  source('mock/client/generated/wire.ts', CONTROL, wireTypes),
  constant('mock/client/generated/routes.ts', CONTROL, 'routes', operationRoutes),
  constant('mock/control/generated/openapi.ts', CONTROL, 'controlOpenapi'),
  { path: 'docs/open-points.md', content: async (now) => openPointsTable(now, await read(OPEN_POINTS)) },
]

export async function read(yaml: string): Promise<unknown> {
  return parse(await readFile(yaml, 'utf8')) as unknown
}

/** The document of the control API, with the plans and operations of the service in its enumerations. */
async function controlEnums(now: string): Promise<string> {
  const planIds = ((await read('spec/plans.yaml')) as readonly { readonly id: string }[]).map(({ id }) => id)
  const withPlans = withEnum(now, 'Plan', planIds)
  return withEnum(withPlans, 'ServiceOperation', Object.keys(operationTable(await read(SERVICE))))
}

/** A YAML document with other values in the `enum` of one of its schemas, which stands on one line. */
function withEnum(document: string, schema: string, values: readonly string[]): string {
  const line = new RegExp(`(\\n    ${schema}:\\n(?:      .*\\n)*?      enum: )\\[.*\\]`)
  return document.replace(line, (_all, before: string) => `${before}[${values.join(', ')}]`)
}

/** A TypeScript file that says what it was made from. */
export function source(path: string, yaml: string, code: (yaml: string) => Promise<string>): Generated {
  return {
    path,
    content: async () => `// Generated from ${yaml} by npm run generate.\n${await code(yaml)}`,
  }
}

/** What a YAML document holds, or what is made of it, as a constant: so the mock starts without a YAML parser. */
function constant(
  path: string,
  yaml: string,
  name: string,
  convert: (document: unknown) => unknown = (document) => document,
): Generated {
  const code = async (): Promise<string> =>
    `export const ${name} = ${JSON.stringify(convert(await read(yaml)), null, 2)} as const\n`
  return source(path, yaml, code)
}

const { factory } = ts
const INT64 = factory.createUnionTypeNode([
  factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword),
  factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword),
])

/** The types of an OpenAPI document's paths, operations and schemas; an int64 may be a bigint. */
async function wireTypes(yaml: string): Promise<string> {
  const nodes = await openapiTS(pathToFileURL(yaml), {
    alphabetize: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) => (schema.format === 'int64' ? INT64 : undefined),
  })
  return astToString(nodes)
}
