import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { defaultPetsFile } from '../../fixtures/generate-default-pets.ts'
import { generated } from '../../spec/generate/targets.ts'
import { inputClassesFile } from './classes/input-classes.ts'
import { validatorFiles } from './validator-files.ts'

describe('what npm run generate writes', () => {
  it.each([...generated, ...validatorFiles, inputClassesFile, defaultPetsFile])(
    '$path is up to date',
    async ({ path, content }) => {
      const now = await readFile(path, 'utf8').catch(() => '')
      // Compared as a whole: a diff of thousands of lines would not help.
      expect((await content(now)) === now, 'stale: run npm run generate').toBe(true)
    },
  )

  it('names each file once', () => {
    const paths = generated.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })
})
