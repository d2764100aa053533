// Only the operation table says what a method means for the service: safety, a body, and the operation.
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Files that decide by method for HTTP or the control API, not for an operation of the service. */
const AT_THE_EDGE = [
  'spec/methods.ts', // which methods HTTP calls safe
  'spec/operations.ts', // HEAD with GET
  'contract-tests/opinions/proxy/headers.ts', // which requests Node would send as chunked
  'contract-tests/opinions/proxy/page/create-page.ts', // the page of the proxy
  'mock/control/control-api.ts', // the control API's own operations
  'mock/control/room/state/curl-line.ts', // what curl sends when no method is named
  'mock/control/serve-pages.ts', // the pages
  'mock/fetch/fetch-mock.ts', // a browser's navigation
  'mock/fetch/read-request.ts', // fetch refuses a body with these
  'mock/http/service-handler.ts', // a browser that opens the address of the mock
  'mock/site/worker/worker.ts', // the pages of the site
]

/** The lines at which a source decides by method: a comparison, a case, a set or list of methods. */
function decisions(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && METHODS.has(node.text) && decides(node)) {
      found.push(`${path}:${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function decides({ parent }: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind)
  if (ts.isCallExpression(parent)) return /\.(includes|has)$/.test(parent.expression.getText())
  return ts.isCaseClause(parent) || ts.isArrayLiteralExpression(parent)
}

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

describe('a file that decides by method', () => {
  test('is the operation table, or the edge of HTTP', () => {
    const paths = globSync('{cli,contract-tests,fixtures,mock,spec}/**/*.{ts,tsx}', {
      exclude: ['**/node_modules/**', '**/testing/**', '**/generated/**', '**/*.{test,cases}.{ts,tsx}'],
    }).map((path) => path.replaceAll('\\', '/'))
    const found = paths.flatMap((path) => decisions(path, readFileSync(path, 'utf8')))
    expect(found.filter((place) => !AT_THE_EDGE.some((path) => place.startsWith(`${path}:`)))).toEqual([])
    expect(AT_THE_EDGE.filter((path) => !found.some((place) => place.startsWith(`${path}:`)))).toEqual([])
  })

  test.for([
    "if (method === 'POST') send()",
    "const is = 'DELETE' !== request.method",
    "switch (method) { case 'PUT': break }",
    "const SAFE = new Set(['GET', 'HEAD'])",
    "if (safe.includes('GET')) send()",
  ])('%s decides', (text) => {
    expect(decisions('a.ts', text)).toEqual(['a.ts:1'])
  })

  test.for(["send({ method: 'POST' })", "if (method === 'HEAD') end()", "client.send('GET', '/pets')"])(
    '%s does not',
    (text) => {
      expect(decisions('a.ts', text)).toEqual([])
    },
  )
})
