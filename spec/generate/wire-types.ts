import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const { factory } = ts
const INT64 = factory.createUnionTypeNode([
  factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword),
  factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword),
])

/** The types of an OpenAPI document's paths, operations and schemas; an int64 may be a bigint. */
export async function wireTypes(source: string): Promise<string> {
  const nodes = await openapiTS(pathToFileURL(source), {
    alphabetize: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) => (schema.format === 'int64' ? INT64 : undefined),
  })
  return `// Generated from ${source} by npm run generate.\n${astToString(nodes)}`
}
