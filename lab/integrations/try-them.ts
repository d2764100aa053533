// Tries what docs/integrations.md and docs/int64.md promise, with the libraries themselves.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preview } from 'vite'
import { startMock } from '../../mock/index.ts'

// As CONTRIBUTING.md says.
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** A project that the packed package is installed in, with the libraries in the folder above, and how a program is run there. */
export interface Project {
  readonly folder: string
  run(program: string, ...args: readonly string[]): Promise<string>
  /** Has npm install packages there. */
  install(...what: readonly string[]): Promise<unknown>
}

/** Each promise, with how it is tried; in this order. */
export const trials: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  'is at home in an Express app, and in the tests of a page of Vite: examples/': async (project) => {
    // They find the packages in the folders above.
    await cp(join(import.meta.dirname, '../../examples'), project.folder, { recursive: true, filter: isOurs })
    await project.run(process.execPath, '--test', 'express-app/server.test.js')
    const chromium = browser()
    if (chromium === undefined) return
    process.env['CHROMIUM'] = chromium
    await node(project, '@playwright/test/cli.js', 'test', '--config', 'vite-page/playwright.config.js')
  },

  'does what docs/fetch.md shows, and has types for MSW, Playwright and Vitest, those of their recipes too':
    async (project) => {
      await moveIn(project)
      assert.match(
        await project.run(process.execPath, 'fetch.mjs'),
        /^200 429 \{\n {2}requests: 2,\n {2}refused: 1,/,
      )
      assert.equal(await node(project, 'typescript/bin/tsc', '--project', '.'), '')
    },

  'answers behind MSW and in a fixture of Vitest, and the recipes for int64 keep every digit': async (
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
      await tellWhere(folder, { page, server: mock.origin, chromium })
      await node(project, '@playwright/test/cli.js', 'test')
    } finally {
      await pages.close()
    }
  },
}

function node(project: Project, program: string, ...args: readonly string[]): Promise<string> {
  return project.run(process.execPath, `../node_modules/${program}`, ...args)
}

/** The recipes of docs/integrations.md, in its order, as what each is run as. */
const RECIPES = ['recipe-msw.ts', 'recipe-playwright.spec.ts', 'recipe-vitest.test.ts']

/** Whether a path of examples/ is none that npm has made where somebody tried them. */
function isOurs(path: string): boolean {
  return !/node_modules|package-lock|test-results/.test(path)
}

/** The browser of this machine, which is said where there is none. */
function browser(): string | undefined {
  const chromium = CHROMIUMS.find((path) => existsSync(path))
  if (chromium === undefined) console.log(`SKIPPED: there is no browser at ${CHROMIUMS.join(', ')}`)
  return chromium
}

async function moveIn({ folder }: Project): Promise<void> {
  const [exactJson = ''] = await codeIn('int64.md')
  await writeFile(join(folder, 'exact-json.js'), exactJson)
  const [story = ''] = await codeIn('fetch.md')
  await writeFile(join(folder, 'fetch.mjs'), story)
  const recipes = await codeIn('integrations.md')
  assert.equal(recipes.length, RECIPES.length)
  for (const [at, name] of RECIPES.entries()) await writeFile(join(folder, name), recipes[at] ?? '')
  await tellWhere(folder, { page: '', server: '', chromium: '' })
  await cp(join(import.meta.dirname, 'project'), folder, { recursive: true })
  await mkdir(join(folder, 'app/public'))
  await copyFile(
    join(folder, '../node_modules/msw/lib/mockServiceWorker.js'),
    join(folder, 'app/public/mockServiceWorker.js'),
  )
}

/** What a page of docs/ shows in a language: programs, where none is said. */
export async function codeIn(page: string, language = '[jt]s'): Promise<readonly string[]> {
  const text = await readFile(join(import.meta.dirname, '../../docs', page), 'utf8')
  return text.match(new RegExp(`(?<=\`\`\`${language}\\n)[^]*?(?=\`\`\`)`, 'g')) ?? []
}

// CI tries fewer.
const runs = process.argv.includes('--short') ? 20 : 200

interface Where {
  readonly page: string | undefined
  readonly server: string
  readonly chromium: string
}

/** Tells the project what is to be found where. */
async function tellWhere(folder: string, where: Where): Promise<void> {
  const sequences = join(import.meta.dirname, '../../mock/fetch/testing/sequences.ts')
  await writeFile(join(folder, 'where.json'), JSON.stringify({ ...where, sequences, runs }))
}
