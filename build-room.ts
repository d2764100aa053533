// Builds the control-room page into the folder that the mock serves it from.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, 'mock/control/room')
const target = join(root, 'built')

const result = await build({
  root,
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
    rolldownOptions: { output: { entryFileNames: 'room.js', assetFileNames: 'room.[ext]' } },
  },
})

await mkdir(target, { recursive: true })
for (const built of Array.isArray(result) ? result : [result]) {
  if (!('output' in built)) continue
  for (const file of built.output) {
    // Renamed into place, so that a running mock never reads half a file.
    const path = join(target, file.fileName)
    await writeFile(`${path}.new`, file.type === 'chunk' ? file.code : file.source)
    await rename(`${path}.new`, path)
  }
}
