import { expect, it } from 'vitest'
import { findConfig } from './find-config.ts'
import { memoryFiles } from '../testing/memory-files.ts'

it.each([
  ['the one that is named', 'other.yaml', ['petstore.config.yaml'], '/work/other.yaml'],
  ['the default one where it exists', undefined, ['petstore.config.yaml'], '/work/petstore.config.yaml'],
  ['none where there is none', undefined, [], undefined],
])('%s', (_what, named, there, path) => {
  const files = memoryFiles(new Map(there.map((name) => [name, ''])))
  expect(findConfig(named, files)).toBe(path)
})
