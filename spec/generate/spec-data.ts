import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

/** A YAML document as a TypeScript constant, so that the mock starts without a YAML parser. */
export async function specData(source: string, name: string): Promise<string> {
  const data: unknown = parse(await readFile(source, 'utf8'))
  return `// Generated from ${source} by npm run generate.\nexport const ${name} = ${JSON.stringify(data, null, 2)} as const\n`
}
