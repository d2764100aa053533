// Loaded for each test file: records which mutants its tests pass, and ends the loops of one that would not end.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { MUTANTS, type Coverage, type Switch } from '../switch.ts'

const { PASSED: folder, HIT_LIMIT: hitLimit } = process.env
const mutants = ((globalThis as { [MUTANTS]?: Switch })[MUTANTS] ??= {})

let name = ''
beforeEach(({ task }) => {
  name = task.file.name
  mutants.currentTestId = name
})

afterEach(() => {
  mutants.currentTestId = undefined
})

if (hitLimit !== undefined) Object.assign(mutants, { hitCount: 0, hitLimit: Number(hitLimit) })

// Only its own: a worker has thousands of mutants, and counts them for hundreds of test files.
if (folder !== undefined)
  afterAll(() => {
    const { static: loaded = {}, perTest = {} } = mutants.mutantCoverage ?? {}
    const passed: Coverage = {
      static: loaded,
      perTest: name in perTest ? { [name]: perTest[name] ?? {} } : {},
    }
    writeFileSync(join(folder, `${name.replaceAll('/', ' ')}.json`), JSON.stringify(passed))
  })
