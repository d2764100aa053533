import { describe, expect, it } from 'vitest'
import { checkImports } from './check-imports.ts'

const layers = { low: [], 'low/cellar': ['node:'], high: ['low', 'express', '@scope/package'] }

/** The violations in files, given by their paths, without unused arrows. */
function wrong(files: Readonly<Record<string, string>>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }))
  return checkImports(sources, layers).filter((line) => !line.includes('but does not'))
}

describe('imports', () => {
  it('may follow the arrows, also into the folders of a layer', () => {
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
    ['a type in an expression', "type One = import('../high/one.ts').One"],
    ['all exports', "export * from '../high/one.ts'"],
    ['late', "const one = await import('../high/one.ts')"],
    ['for its effect', "import '../high/one.ts'"],
  ])('may not go against an arrow: %s', (_, text) => {
    expect(wrong({ 'low/one.ts': `\n${text}` })).toEqual([
      'low/one.ts:2 imports high/one.ts: low may not import high by lab/lint/layers.ts. ' +
        'Move what is needed to a layer that low may import, or pass it as an argument.',
    ])
  })

  it('may not name a package or node: that the layer does not name', () => {
    expect(wrong({ 'low/one.ts': "import 'express'\nimport 'node:fs'" })).toEqual([
      expect.stringMatching(/^low\/one\.ts:1 imports express: low may not import express/),
      expect.stringMatching(/^low\/one\.ts:2 imports node:: low may not import node:/),
    ])
  })

  it('may not come from a folder without a layer', () => {
    expect(wrong({ 'attic/one.ts': "import 'express'" })).toEqual([
      'attic/one.ts: no layer of lab/lint/layers.ts contains it',
    ])
  })

  it('may name anything in tests, which nothing else may import', () => {
    expect(
      wrong({ 'low/one.test.ts': "import '../high/one.ts'", 'low/testing/start.ts': "import 'express'" }),
    ).toEqual([])
    expect(wrong({ 'high/one.ts': "import '../low/testing/start.ts'" })).toEqual([
      'high/one.ts:1 imports low/testing/start.ts, which only tests may import',
    ])
  })

  it('in a comment or a string do not count', () => {
    expect(wrong({ 'low/one.ts': `// import 'express'\nconst text = "import 'express'"` })).toEqual([])
  })
})

describe('an arrow that no import uses', () => {
  it('is reported', () => {
    expect(checkImports([], { low: [], high: ['low', 'express'] })).toEqual([
      'lab/lint/layers.ts: high may import low, but does not. Remove the name.',
      'lab/lint/layers.ts: high may import express, but does not. Remove the name.',
    ])
  })
})

describe('circles between folders', () => {
  it('are reported once, with the shortest way around', () => {
    expect(
      wrong({
        'high/one.ts': "import './a/one.ts'",
        'high/a/one.ts': "\nimport '../b/one.ts'",
        'high/b/one.ts': "import '../c/one.ts'",
        'high/c/one.ts': "import '../b/two.ts'\nimport '../a/two.ts'",
      }),
    ).toEqual([
      'circle between folders: high/a → high/b (high/a/one.ts:2 imports one.ts) → high/c (high/b/one.ts:1 imports one.ts) ' +
        '→ high/a (high/c/one.ts:2 imports two.ts). Move what they share to the lowest of them.',
    ])
  })

  it('exist between a folder and a folder within it', () => {
    expect(
      wrong({ 'high/one.ts': "import './a/one.ts'", 'high/a/one.ts': "import '../two.ts'" }),
    ).toHaveLength(1)
  })

  it('do not exist when files of one folder import each other, or when only a test imports back', () => {
    expect(
      wrong({
        'high/one.ts': "import './two.ts'\nimport './a/one.ts'",
        'high/two.ts': "import './one.ts'",
        'high/a/one.test.ts': "import '../one.ts'",
      }),
    ).toEqual([])
  })
})
