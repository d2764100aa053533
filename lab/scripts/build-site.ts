// Builds a static site: a service worker runs the mock, and the mock's pages control it.
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { bundle, bundlePage, type BundledFile } from './bundle-page.ts'
import { siteFiles } from '../../mock/site/worker/site-files.ts'

const root = join(import.meta.dirname, '../..')
const pages = join(root, 'mock/control/built')

if (import.meta.main) {
  const folder = join(root, 'mock/site/built')
  await buildSite(folder)
  const shown = relative(process.cwd(), folder)
  console.log(`${shown} is a static site: serve it from any path. See docs/site.md.`)
  console.log(`To look at it here: npx vite preview --outDir ${shown}`)
}

/** Builds the site into a folder, which it empties first. The pages of the mock must be built. */
export async function buildSite(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const start = await bundlePage(join(root, 'mock/site/start'), 'start')
  for (const { name, content } of start) {
    if (name === 'index.html') await writeStartPages(folder, String(content))
    else if (name !== 'licences.md') await write(join(folder, name), content)
  }
  await cp(pages, join(folder, 'pages'), { recursive: true, filter: (path) => !path.endsWith('.gz') })
  const room = join(folder, 'pages/room/index.html')
  await writeFile(room, addSiteMeta(await readFile(room, 'utf8')))
  for (const { name, content } of await bundleWorker(await hashFiles(folder)))
    await write(join(folder, name), content)
  // Without it, GitHub Pages would skip files whose names begin with an underscore.
  await write(join(folder, '.nojekyll'), '')
}

/** Writes the start page, also to the paths of the worker's pages: a first visit may lead there. */
async function writeStartPages(folder: string, html: string): Promise<void> {
  const { 'Content-Security-Policy': policy = '' } = siteFiles.get('')?.headers ?? {}
  // frame-ancestors has no effect in a meta element.
  const metaPolicy = policy.replace(/; frame-ancestors [^;]+/, '')
  const guarded = html.replace(
    '<meta charset',
    `<meta http-equiv="Content-Security-Policy" content="${metaPolicy}" />\n    <meta charset`,
  )
  for (const path of siteFiles.keys()) {
    if (path !== '' && !path.endsWith('/')) continue
    const up = '../'.repeat(path.split('/').length - 1) || './'
    await write(join(folder, path, 'index.html'), guarded.replaceAll('="./', `="${up}`))
  }
}

/** Adds the element by which the control room learns that it runs in a static site. */
function addSiteMeta(html: string): string {
  return html.replace('<title>', '<meta name="petstore-in-browser" content="../" />\n    <title>')
}

/** A hash of the files. */
async function hashFiles(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const { name } of siteFiles.values()) hash.update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 12)
}

/** Bundles the worker into one classic script, because it cannot load scripts later. */
function bundleWorker(version: string): Promise<readonly BundledFile[]> {
  return bundle({
    root,
    define: { SITE_VERSION: JSON.stringify(version) },
    build: {
      lib: { entry: 'mock/site/worker/worker.ts', formats: ['iife'], name: 'worker' },
      rolldownOptions: { output: { entryFileNames: 'worker.js' } },
    },
  })
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
