// Builds the pages of mock/control into the folder that the mock serves them from.
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const control = join(import.meta.dirname, 'mock/control')

await buildPage('room')
await buildPage('docs')
// Swagger UI says in files of its own whose work is in it.
for (const name of ['NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt']) {
  await copyFile(
    join(import.meta.dirname, 'node_modules/swagger-ui-dist', name),
    join(control, 'built/docs', name),
  )
}

async function buildPage(page: string): Promise<void> {
  const result = await build({
    root: join(control, page),
    base: './',
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // The Content-Security-Policy allows no data: address.
      assetsInlineLimit: 0,
      // Those of the packages that are built in ask for it.
      license: { fileName: 'licences.md' },
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        // Of no use to whoever installs the packages.
        checks: { bundlerTimings: false },
        output: { entryFileNames: `${page}.js`, assetFileNames: `${page}.[ext]` },
      },
    },
  })
  for (const built of Array.isArray(result) ? result : [result]) {
    if (!('output' in built)) continue
    for (const file of built.output) {
      const content = file.type === 'chunk' ? file.code : file.source
      const path = join(control, 'built', page, file.fileName)
      await replace(path, content)
      await replace(`${path}.gz`, gzipSync(content))
    }
  }
}

/** Writes a file and renames it into place, so that a running mock never reads half of it. */
async function replace(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, content)
  await rename(`${path}.new`, path)
}
