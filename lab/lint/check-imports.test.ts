import { describe, expect, it } from 'vitest'
import { checkImports } from './check-imports.ts'

const layers = { low: [], 'low/cellar': ['node:'], high: ['low', 'express', '@scope/package'] }

/** What is wrong with some files, given by their paths; what the layers may import and do not is left out. */
function wrong(files: Readonly<Record<string, string>>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }))
  return checkImports(sources, layers).filter((line) => !line.includes('and does not'))
}

describe('imports', () => {
  it('may follow the arrows, into the folders of a layer too', () => {
    const high = `
      import express from 'express'
      import { one } from '@scope/package/part'
      export * from '../low/one.ts'
      import type { Two } from '../low/cellar/two.ts'
      import './other.ts'`
    expect(wrong({ 'high/one.ts': high, 'low/cellar/two.ts': "import 'node:fs'" })).toEqual([])
  })

  it.each([
    ['a value', "import { one } from '../high/one.ts'"],
    ['a type', "import type { One } from '../high/one.ts'"],
    ['a type in its place', "type One = import('../high/one.ts').One"],
    ['all that it exports', "export * from '../high/one.ts'"],
    ['late', "const one = await import('../high/one.ts')"],
    ['for its effect', "import '../high/one.ts'"],
  ])('may not go against an arrow: %s', (_, text) => {
    expect(wrong({ 'low/one.ts': `\n${text}` })).toEqual([
      'low/one.ts:2 imports high/one.ts: low may not import high, says lab/lint/layers.ts. ' +
        'Move what is needed to a layer that low may import, or hand it in.',
    ])
  })

  it('may not name a package or node: where the layer does not', () => {
    expect(wrong({ 'low/one.ts': "import 'express'\nimport 'node:fs'" })).toEqual([
      expect.stringMatching(/^low\/one\.ts:1 imports express: low may not import express/),
      expect.stringMatching(/^low\/one\.ts:2 imports node:: low may not import node:/),
    ])
  })

  it('may not come from a folder that has no layer', () => {
    expect(wrong({ 'attic/one.ts': "import 'express'" })).toEqual([
      'attic/one.ts: lab/lint/layers.ts names no layer for it',
    ])
  })

  it('are free in tests, which nothing else may import', () => {
    expect(
      wrong({ 'low/one.test.ts': "import '../high/one.ts'", 'low/testing/start.ts': "import 'express'" }),
    ).toEqual([])
    expect(wrong({ 'high/one.ts': "import '../low/testing/start.ts'" })).toEqual([
      'high/one.ts:1 imports low/testing/start.ts, which is for tests alone',
    ])
  })

  it('that stand in a comment or in a text are none', () => {
    expect(wrong({ 'low/one.ts': `// import 'express'\nconst text = "import 'express'"` })).toEqual([])
  })
})

describe('an arrow that nothing needs', () => {
  it('is told', () => {
    expect(checkImports([], { low: [], high: ['low', 'express'] })).toEqual([
      'lab/lint/layers.ts: high may import low, and does not. Take the name out.',
      'lab/lint/layers.ts: high may import express, and does not. Take the name out.',
    ])
  })
})

describe('circles between folders', () => {
  it('are told with the shortest way around, once', () => {
    expect(
      wrong({
        'high/one.ts': "import './a/one.ts'",
        'high/a/one.ts': "\nimport '../b/one.ts'",
        'high/b/one.ts': "import '../c/one.ts'",
        'high/c/one.ts': "import '../b/two.ts'\nimport '../a/two.ts'",
      }),
    ).toEqual([
      'circle between folders: high/a → high/b (high/a/one.ts:2 imports one.ts) → high/c (high/b/one.ts:1 imports one.ts) ' +
        '→ high/a (high/c/one.ts:2 imports two.ts). Move what they share into the lowest of them.',
    ])
  })

  it('are there between a folder and one within it', () => {
    expect(
      wrong({ 'high/one.ts': "import './a/one.ts'", 'high/a/one.ts': "import '../two.ts'" }),
    ).toHaveLength(1)
  })

  it('are none when files of one folder import each other, or when only a test goes back', () => {
    expect(
      wrong({
        'high/one.ts': "import './two.ts'\nimport './a/one.ts'",
        'high/two.ts': "import './one.ts'",
        'high/a/one.test.ts': "import '../one.ts'",
      }),
    ).toEqual([])
  })
})
