import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { defaultPetsFile } from '../../fixtures/generate-default-pets.ts'
import { generated } from '../../spec/generate/targets.ts'

describe('what npm run generate writes', () => {
  it.each([...generated, defaultPetsFile])('$path is up to date', async ({ path, content }) => {
    const now = await readFile(path, 'utf8').catch(() => '')
    // Compared as a whole, for a difference of thousands of lines would help nobody.
    expect((await content(now)) === now, 'stale: run npm run generate').toBe(true)
  })

  it('is told once for each file', () => {
    const paths = generated.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })
})
