// Writes the files that are derived from the YAML of spec/ and mock/control/; `--check` only lists stale ones (exit code 1).
import { readFile, writeFile } from 'node:fs/promises'
import { generated, type Generated } from '../../spec/generate/targets.ts'

const check = process.argv.includes('--check')
let stale = 0

await update(generated)
// These import what is generated above, so that they are loaded once it is written.
const { validatorFiles } = await import('./validator-files.ts')
const { inputClassesFile } = await import('./classes/input-classes.ts')
const { defaultPetsFile } = await import('../../fixtures/generate-default-pets.ts')
await update([...validatorFiles, inputClassesFile, defaultPetsFile])

process.exitCode = check && stale > 0 ? 1 : 0

async function update(files: readonly Generated[]): Promise<void> {
  for (const { path, content } of files) {
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
}
