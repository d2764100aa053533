// Checks what docs/integrations.md, docs/fetch.md and docs/int64.md promise, with the libraries themselves.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preview } from 'vite'
import { startMock } from '../../mock/index.ts'

// The paths of CONTRIBUTING.md.
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** A project in which the packed package is installed, with the libraries in the folder above. */
export interface Project {
  readonly folder: string
  run(program: string, ...args: readonly string[]): Promise<string>
  /** Installs packages there with npm. */
  install(...what: readonly string[]): Promise<unknown>
}

/** The promises, each with its check, in this order. */
export const trials: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  'works in an Express app, and in the tests of a page of Vite: examples/': async (project) => {
    // The examples find the packages in the folders above.
    await cp(join(import.meta.dirname, '../../examples'), project.folder, { recursive: true, filter: isOurs })
    await project.run(process.execPath, '--test', 'express-app/server.test.js')
    const chromium = browser()
    if (chromium === undefined) return
    process.env['CHROMIUM'] = chromium
    await node(project, '@playwright/test/cli.js', 'test', '--config', 'vite-page/playwright.config.js')
  },

  'does what docs/fetch.md shows, and has types for MSW, Playwright, Vitest and their recipes': async (
    project,
  ) => {
    await copyProject(project)
    assert.match(
      await project.run(process.execPath, 'fetch.mjs'),
      /^200 429 \{\n {2}requests: 2,\n {2}refused: 1,/,
    )
    assert.equal(await node(project, 'typescript/bin/tsc', '--project', '.'), '')
  },

  'answers behind MSW and in a fixture of Vitest, and the recipes for int64 preserve every digit': async (
    project,
  ) => {
    await node(project, 'vitest/vitest.mjs', 'run')
  },

  'answers the pages of several workers of Playwright, and of MSW, each with a world to itself': async (
    project,
  ) => {
    const chromium = browser()
    if (chromium === undefined) return
    await node(project, 'vite/bin/vite.js', 'build')
    await using mock = await startMock({ port: 0, pets: 3 })
    const { folder } = project
    const pages = await preview({
      root: join(folder, 'app'),
      build: { outDir: '../built' },
      logLevel: 'error',
    })
    try {
      const [page] = pages.resolvedUrls?.local ?? []
      await writeSettings(folder, { page, server: mock.origin, chromium })
      await node(project, '@playwright/test/cli.js', 'test')
    } finally {
      await pages.close()
    }
  },
}

function node(project: Project, program: string, ...args: readonly string[]): Promise<string> {
  return project.run(process.execPath, `../node_modules/${program}`, ...args)
}

/** The files of the recipes of docs/integrations.md, in its order. Jest has a project of its own, in try-runners.ts. */
const RECIPES = [
  'recipe-msw.ts',
  'recipe-playwright.spec.ts',
  'recipe-playwright-server.ts',
  'recipe-vitest.test.ts',
  'recipe-jest.cjs',
  'recipe-jest-types.ts',
]

/** Whether a path of examples/ is tracked, and not the result of trying them. */
function isOurs(path: string): boolean {
  return !/node_modules|package-lock|test-results|\/dist\b/.test(path)
}

/** The path of the browser; without one, prints that its trial is skipped. */
function browser(): string | undefined {
  const chromium = CHROMIUMS.find((path) => existsSync(path))
  if (chromium === undefined) console.log(`SKIPPED: there is no browser at ${CHROMIUMS.join(', ')}`)
  return chromium
}

async function copyProject({ folder }: Project): Promise<void> {
  const [exactJson = ''] = await codeIn('int64.md')
  await writeFile(join(folder, 'exact-json.js'), exactJson)
  const [program = ''] = await codeIn('fetch.md')
  await writeFile(join(folder, 'fetch.mjs'), program)
  const recipes = await codeIn('integrations.md')
  assert.equal(recipes.length, RECIPES.length)
  for (const [at, name] of RECIPES.entries()) await writeFile(join(folder, name), recipes[at] ?? '')
  await writeSettings(folder, { page: '', server: '', chromium: '' })
  await cp(join(import.meta.dirname, 'project'), folder, { recursive: true })
  await mkdir(join(folder, 'app/public'))
  await copyFile(
    join(folder, '../node_modules/msw/lib/mockServiceWorker.js'),
    join(folder, 'app/public/mockServiceWorker.js'),
  )
}

/** The code blocks of a page of docs/, by default those in JavaScript and TypeScript. */
export async function codeIn(page: string, language = '[jt]s'): Promise<readonly string[]> {
  const text = await readFile(join(import.meta.dirname, '../../docs', page), 'utf8')
  return text.match(new RegExp(`(?<=\`\`\`${language}\\n)[^]*?(?=\`\`\`)`, 'g')) ?? []
}

// CI tries fewer.
const runs = process.argv.includes('--short') ? 20 : 200

interface Settings {
  readonly page: string | undefined
  readonly server: string
  readonly chromium: string
}

/** Writes the file where.json, which the project reads. */
async function writeSettings(folder: string, settings: Settings): Promise<void> {
  const sequences = join(import.meta.dirname, '../../mock/fetch/testing/sequences.ts')
  await writeFile(join(folder, 'where.json'), JSON.stringify({ ...settings, sequences, runs }))
}
