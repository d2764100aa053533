// Builds the pages of mock/control into the folder from which the mock serves them, unless they are up to date.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundlePage } from './bundle-page.ts'

const root = join(import.meta.dirname, '../..')
const control = join(root, 'mock/control')
const built = join(control, 'built')
// Built from these pages, and not a source of them.
const site = join(root, 'mock/site')
// On the same disk, not copied with the sources, and removed by npm ci.
const cache = join(root, 'node_modules/.cache')
const lastBuild = join(cache, 'pages')

if (!(await isUpToDate())) {
  await mkdir(cache, { recursive: true })
  await mkdir(built, { recursive: true })
  const building = await mkdtemp(join(cache, 'pages-'))
  const began = new Date()
  await buildPage('room', building)
  await buildPage('docs', building)
  // The licences of what is bundled in Swagger UI.
  for (const name of ['NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt']) {
    await copyFile(join(root, 'node_modules/swagger-ui-dist', name), join(built, 'docs', name))
  }
  await rm(building, { recursive: true })
  await writeFile(lastBuild, '')
  // Files that have changed during the build are younger.
  await utimes(lastBuild, began, began)
}

/** Whether no file from which the pages may be built is younger than the last build. */
async function isUpToDate(): Promise<boolean> {
  if (!existsSync(lastBuild) || !existsSync(built)) return false
  const { mtimeMs: began } = await stat(lastBuild)
  const sources = ['mock', 'spec', 'lab/scripts'].map((folder) => join(root, folder))
  const within = await Promise.all(
    sources.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  )
  const paths = within.flat().map(({ parentPath, name }) => join(parentPath, name))
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json'].map((file) => join(root, file))
  const isInput = (path: string): boolean => !path.startsWith(built) && !path.startsWith(site)
  const inputs = [...sources, ...paths.filter(isInput), ...settings]
  const times = await Promise.all(inputs.map(async (path) => (await stat(path)).mtimeMs))
  return times.every((time) => time < began)
}

async function buildPage(page: string, building: string): Promise<void> {
  for (const { name, content } of await bundlePage(join(control, page), page)) {
    const path = join(built, page, name)
    await replace(path, content, building)
    await replace(`${path}.gz`, gzipSync(content), building)
  }
}

/** Writes a file and renames it into place, so that neither a running mock nor another build reads half of it. */
async function replace(path: string, content: string | Uint8Array, building: string): Promise<void> {
  const own = join(building, basename(path))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(own, content)
  await rename(own, path)
}
