// Builds the pages of mock/control into the folder that the mock serves them from.
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundlePage } from './bundle-page.ts'

const root = join(import.meta.dirname, '..')
const control = join(root, 'mock/control')
// On the same disk, and none of what others copy.
const cache = join(root, 'node_modules/.cache')
await mkdir(cache, { recursive: true })
const building = await mkdtemp(join(cache, 'pages-'))

await buildPage('room')
await buildPage('docs')
// Swagger UI says in files of its own whose work is in it.
for (const name of ['NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt']) {
  await copyFile(join(root, 'node_modules/swagger-ui-dist', name), join(control, 'built/docs', name))
}
await rm(building, { recursive: true })

async function buildPage(page: string): Promise<void> {
  for (const { name, content } of await bundlePage(join(control, page), page)) {
    const path = join(control, 'built', page, name)
    await replace(path, content)
    await replace(`${path}.gz`, gzipSync(content))
  }
}

/** Writes a file and renames it into place, so that neither a running mock nor another build meets half of it. */
async function replace(path: string, content: string | Uint8Array): Promise<void> {
  const own = join(building, basename(path))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(own, content)
  await rename(own, path)
}
