import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

interface SchemaSource {
  readonly $ref?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

interface OperationSource {
  readonly operationId: string
  readonly deprecated?: boolean
  /** The day of removal, such as `2030-12-05`. */
  readonly 'x-sunset'?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly schema: SchemaSource
  }[]
  readonly responses: Readonly<Record<string, unknown>>
}

interface OpenApiSource {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationSource>>>>
  readonly components: { readonly schemas: Readonly<Record<string, SchemaSource>> }
}

/** The operations of an OpenAPI document by their ids, as a TypeScript constant. */
export async function operationTable(source: string): Promise<string> {
  const { paths, components } = parse(await readFile(source, 'utf8')) as OpenApiSource
  const queryParameter = ({ $ref, ...schema }: SchemaSource) => {
    const {
      enum: values,
      minimum,
      maximum,
      ...rest
    } = {
      ...components.schemas[$ref?.split('/').at(-1) ?? ''],
      ...schema,
    }
    return values ? { values } : { least: minimum, most: maximum, default: rest.default }
  }
  const entry = (method: string, path: string, operation: OperationSource) => {
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
    const sunset = operation['x-sunset']
    return {
      method: method.toUpperCase(),
      path,
      deprecated: operation.deprecated ?? false,
      ...(sunset !== undefined && { sunset: `${sunset}T00:00:00Z` }),
      query: Object.fromEntries(query.map(({ name, schema }) => [name, queryParameter(schema)])),
      statuses: Object.keys(operation.responses).map(Number),
    }
  }
  const table = Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        entry(method, path, operation),
      ]),
    ),
  )
  return `// Generated from ${source} by npm run generate.\nexport const operations = ${JSON.stringify(table, null, 2)} as const\n`
}
