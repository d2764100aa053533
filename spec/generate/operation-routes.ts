import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

interface DocumentSource {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly responses: Readonly<Record<string, ResponseSource>> }
}

interface OperationSource {
  readonly operationId: string
  readonly responses: Readonly<Record<string, ResponseSource>>
}

interface ResponseSource {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, unknown>>
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/**
 * Method and path of each operation of an OpenAPI document, by its operationId, and the media type of its success (null
 * where it has no body), as a TypeScript constant.
 */
export async function operationRoutes(source: string, name: string): Promise<string> {
  const { paths, components } = parse(await readFile(source, 'utf8')) as DocumentSource
  const lines = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as OperationSource | undefined
      if (!operation) return []
      const { operationId, responses } = operation
      const type = successType(responses, components.responses)
      return [`  ${operationId}: ${JSON.stringify({ method: method.toUpperCase(), path, type })},\n`]
    }),
  )
  return `// Generated from ${source} by npm run generate.\nexport const ${name} = {\n${lines.join('')}} as const\n`
}

function successType(
  responses: OperationSource['responses'],
  shared: OperationSource['responses'],
): string | null {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const named = success?.$ref?.split('/').at(-1)
  const { content = {} } = (named === undefined ? success : shared[named]) ?? {}
  return Object.keys(content)[0] ?? null
}
