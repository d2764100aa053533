import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nodeProblem } from './need-node.ts'

it.each(['20.20.2', '22.14.0', '18.0.0'])('Node %s is refused', (node) => {
  expect(nodeProblem({ process: { versions: { node, v8: '1' } } })).toBe(
    `petstore-mock needs Node 22.15 or later; this is v${node}`,
  )
})

it.each<Record<string, string>>([
  { node: '22.15.0', v8: '1' },
  { node: '24.0.0', v8: '1' },
  { node: '20.11.1', v8: '1', deno: '2.0.0' },
  { node: '20.11.1', v8: '1', bun: '1.1.0' },
  { node: '20.0.0' },
  {},
])('%j is not', (versions) => {
  expect(nodeProblem({ process: { versions } })).toBeUndefined()
})

it('a page is not', () => {
  expect(nodeProblem({})).toBeUndefined()
})

it('says what package.json says', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    engines: { node: string }
  }
  expect(`Node ${engines.node.slice(2)} or later`).toBe(
    /Node \S+ or later/.exec(nodeProblem({ process: { versions: { node: '20.0.0', v8: '1' } } }) ?? '')?.[0],
  )
})

it.each(['mock/index.ts', 'mock/fetch/index.ts', 'contract-tests/index.ts'])(
  '%s looks at it before it imports anything else',
  (entry) => {
    const source = readFileSync(new URL(`../${entry}`, import.meta.url), 'utf8')
    expect(/^import .*$|^export .* from .*$/m.exec(source)?.[0]).toMatch(
      /^import '(?:\.\.\/)+spec\/need-node\.ts'$/,
    )
  },
)
