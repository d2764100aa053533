// Writes what is derived from the YAML of spec/ and mock/control/; `--check` only lists what is stale (exit code 1).
import { readFile, writeFile } from 'node:fs/promises'
import { defaultPetsFile } from '../../fixtures/generate-default-pets.ts'
import { generated } from '../../spec/generate/targets.ts'
import { validatorFiles } from './validator-files.ts'

const check = process.argv.includes('--check')
let stale = 0

for (const { path, content } of [...generated, ...validatorFiles, defaultPetsFile]) {
  const before = await readFile(path, 'utf8').catch(() => '')
  const after = await content(before)
  if (before === after) continue
  stale += 1
  if (check) console.error(`${path} is stale: run npm run generate`)
  else {
    await writeFile(path, after)
    console.log(`wrote ${path}`)
  }
}

process.exitCode = check && stale > 0 ? 1 : 0
