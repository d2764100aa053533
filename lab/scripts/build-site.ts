// Builds a static folder in which a service worker runs the mock, and its pages drive it.
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
  console.log(
    `${relative(process.cwd(), folder)} is ready to be served by any static file server, from any path; see docs/site.md`,
  )
}

/** Builds the site into a folder, which it empties. The pages of the mock must have been built. */
export async function buildSite(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const start = await bundlePage(join(root, 'mock/site/start'), 'start')
  for (const { name, content } of start) {
    if (name === 'index.html') await writeStartPages(folder, String(content))
    else if (name !== 'licences.md') await write(join(folder, name), content)
  }
  await cp(pages, join(folder, 'pages'), { recursive: true, filter: (path) => !path.endsWith('.gz') })
  const room = join(folder, 'pages/room/index.html')
  await writeFile(room, markRoom(await readFile(room, 'utf8')))
  for (const { name, content } of await bundleWorker(await versionOf(folder)))
    await write(join(folder, name), content)
  // GitHub Pages would otherwise leave out what begins with an underscore.
  await write(join(folder, '.nojekyll'), '')
}

/** The start page, which also stands where the worker has other pages: a first visit may lead there. */
async function writeStartPages(folder: string, html: string): Promise<void> {
  const { 'Content-Security-Policy': policy = '' } = siteFiles.get('')?.headers ?? {}
  // A page cannot say by itself who may frame it.
  const said = policy.replace(/; frame-ancestors [^;]+/, '')
  const guarded = html.replace(
    '<meta charset',
    `<meta http-equiv="Content-Security-Policy" content="${said}" />\n    <meta charset`,
  )
  for (const path of siteFiles.keys()) {
    if (path !== '' && !path.endsWith('/')) continue
    const up = '../'.repeat(path.split('/').length - 1) || './'
    await write(join(folder, path, 'index.html'), guarded.replaceAll('="./', `="${up}`))
  }
}

/** The control room, which learns from this where it is. */
function markRoom(html: string): string {
  return html.replace('<title>', '<meta name="petstore-in-browser" content="../" />\n    <title>')
}

/** A name for what the files are. */
async function versionOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const { name } of siteFiles.values()) hash.update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 12)
}

/** The worker as one classic script, for it may load nothing late. */
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
