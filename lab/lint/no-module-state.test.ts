import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint')

interface Override {
  readonly files: readonly string[]
  readonly rules: Readonly<Record<string, unknown>>
}

/** The rules that lint adds for the core of the mock. */
async function coreRules(): Promise<Override['rules']> {
  const text = await readFile(join(ROOT, '.oxlintrc.json'), 'utf8')
  const config = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')) as { readonly overrides: readonly Override[] }
  return config.overrides.find(({ files }) => files.includes('mock/core/**'))?.rules ?? {}
}

/** Which of those rules a file breaks. */
async function broken(text: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-lint-'))
  try {
    const jsPlugins = [join(ROOT, 'lab/lint/no-module-state.ts')]
    const config = { plugins: [], categories: {}, jsPlugins, rules: await coreRules() }
    await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(config))
    await writeFile(join(folder, 'tried.ts'), text)
    const output = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [OXLINT, '--format', 'json', 'tried.ts'],
        { cwd: folder },
        (_error, stdout) => {
          resolve(stdout)
        },
      )
    })
    const { diagnostics } = JSON.parse(output) as {
      readonly diagnostics: readonly { readonly code: string }[]
    }
    return diagnostics.map(({ code }) => code)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.each([
  ['a variable', 'let last = 0\nexport const next = (): number => (last += 1)'],
  ['an exported variable', 'export let last = 0'],
  ['a map', 'export const seen = new Map<string, number>()'],
])("no module of the mock's core has state that worlds would share: %s", async (_, text) => {
  expect(await broken(text)).toContain('petstore(no-module-state)')
})

test("no module of the mock's core reads a real clock", async () => {
  expect(await broken('export const now = (): number => performance.now()')).toEqual([
    'eslint(no-restricted-globals)',
  ])
})

test('state in a function or an object is not module state', async () => {
  const text = `export function counts(): Map<string, number> {
    let last = new Map<string, number>()
    last = new Map(last)
    return last
  }`
  expect(await broken(text)).toEqual([])
})
