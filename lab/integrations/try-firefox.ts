// Tries the pages of the packed package, and the static site, in Debian's Firefox, driven by WebDriver BiDi.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { preview } from 'vite'
import { buildSite } from '../scripts/build-site.ts'
import { startServer } from './server.ts'
import type { Project } from './try-them.ts'

const FIREFOX = '/usr/bin/firefox-esr'
const COMMAND = 'node_modules/petstore-mock/dist/cli/index.js'

/** The promises, each with its check, in this order. */
export const firefoxTrials: Readonly<Record<string, (project: Project) => Promise<void>>> = {
  'shows its control room, its docs page and the static site in Firefox': async (project) => {
    if (!existsSync(FIREFOX)) {
      console.log(`SKIPPED: there is no browser at ${FIREFOX}`)
      return
    }
    const { folder } = project
    await project.install('--prefix', 'firefox', 'puppeteer-core')
    await copyFile(join(import.meta.dirname, 'project/firefox.mjs'), join(folder, 'firefox.mjs'))
    await mkdir(join(folder, 'site'))
    await buildSite(join(folder, 'site/pets'))
    const site = await preview({
      root: folder,
      configFile: false,
      base: '/pets/',
      build: { outDir: 'site/pets' },
      logLevel: 'error',
      preview: { host: 'localhost' },
    })
    try {
      const mock = [process.execPath, COMMAND, 'mock', '--port', '0']
      await using server = await startServer(folder, mock, /Base address +(http:\S+)v1\n/)
      const [address] = site.resolvedUrls?.local ?? []
      assert(address)
      await project.run(process.execPath, 'firefox.mjs', FIREFOX, server.found, address)
    } finally {
      await site.close()
    }
  },
}
