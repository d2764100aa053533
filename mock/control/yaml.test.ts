import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isCollection, isScalar, parse, parseDocument, visit } from 'yaml'
import { controlDocument, serviceDocument } from './handlers/mock-handlers.ts'

const files = ['mock/control/openapi.yaml', 'spec/openapi.yaml', 'spec/clauses.yaml', 'spec/open-points.yaml']

const documents: readonly (readonly [name: string, read: () => string | Promise<string>])[] = [
  ...files.map((file) => [file, () => readFileSync(file, 'utf8')] as const),
  ['the document of the control API, as it is served', () => controlDocument('')],
  ['the document of the service, as it is served', () => serviceDocument([], '')],
]

describe('any YAML 1.1 parser can read', () => {
  test.for(documents)('%s', async ([, read]) => {
    const text = await read()
    expect(parse(text, { version: '1.1' })).toEqual(parse(text, { version: '1.2' }))
    expect(notIn11(text)).toEqual([])
  })

  test('and the check finds texts that it could not read', () => {
    expect(notIn11('a: { b: what? c, d: e:f, g: "h?" }\ni: what? c')).toEqual(['what? c', 'e:f'])
  })
})

/** Texts without quotes that YAML 1.1 does not allow within braces (§9.1.3), to which our own parser is lenient. */
function notIn11(text: string): readonly string[] {
  const found: string[] = []
  visit(parseDocument(text), {
    Scalar: (_key, node, path) => {
      const isInFlow = path.some((parent) => isCollection(parent) && parent.flow === true)
      if (isInFlow && isScalar(node) && node.type === 'PLAIN' && /[?:]/.test(node.source ?? '')) {
        found.push(node.source ?? '')
      }
    },
  })
  return found
}
