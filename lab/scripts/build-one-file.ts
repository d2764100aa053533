// Builds dist/petstore.mjs: the command with all that it needs, pages included, in one file.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, transformWithOxc, type Plugin } from 'vite'
import { docsPage, roomPage, typesOf } from '../../mock/control/pages.ts'
import { ownVersion } from '../../spec/own-version.ts'

const root = join(import.meta.dirname, '../..')
const built = join(root, 'mock/control/built')

await import('./build-pages.ts')
const { modules, licences } = await bundleModules()
const { code } = await transformWithOxc(await readFile(join(root, 'cli/one-file.ts'), 'utf8'), 'one-file.ts')
const path = join(root, 'dist/petstore.mjs')
await mkdir(join(root, 'dist'), { recursive: true })
await writeFile(
  path,
  `#!/usr/bin/env node
// petstore-mock ${ownVersion()}. Its licence, and those of the packages that are in it, are at the end.
const modules = ${JSON.stringify(modules, null, 1)}
${code}
${asComment([await readFile(join(root, 'LICENSE'), 'utf8'), licences, ...(await pageLicences())])}`,
)
await chmod(path, 0o755)

/** The modules of the command, compressed, and the licences of the packages in them. */
async function bundleModules(): Promise<{ modules: Readonly<Record<string, string>>; licences: string }> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [embed()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      target: 'node22',
      minify: true,
      license: { fileName: 'licences.md' },
      rolldownOptions: {
        input: {
          index: join(root, 'cli/index.ts'),
          'judge-worker': join(root, 'contract-tests/opinions/proxy/judge-worker.ts'),
        },
        external: ['@redis/client'],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  if (!('output' in result)) throw new TypeError('the bundler has built several bundles, or watches')
  const chunks = result.output.filter((file) => file.type === 'chunk')
  const notices = result.output.find(({ fileName }) => fileName === 'licences.md')
  if (notices?.type !== 'asset') throw new TypeError('the bundler has written no licences')
  return {
    modules: Object.fromEntries(chunks.map(({ fileName, code: text }) => [fileName, compressed(text)])),
    licences: String(notices.source),
  }
}

function compressed(text: string): string {
  // 9 takes a quarter of the time of 11, for a twentieth more.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  return brotliCompressSync(text, { params }).toString('base64')
}

/** Puts into the modules what they read from other files: the version, and the pages. */
function embed(): Plugin {
  const files = [roomPage, docsPage].flatMap((page) =>
    Array.from(typesOf(page).keys(), (name) => `${page.folder}/${name}`),
  )
  // Vite would compile a name that ends in .css as a style sheet.
  const imports = files.map((name, at) => `'${name}': () => import('page:${at}')`)
  const replaced: Readonly<Record<string, string>> = {
    [join(root, 'spec/own-version.ts')]: `export const ownVersion = () => ${JSON.stringify(ownVersion())}`,
    [join(root, 'mock/control/read-built.ts')]: `
      import { gunzipSync } from 'node:zlib'
      const files = { ${imports.join(', ')} }
      export async function readBuilt(name) {
        const zipped = Buffer.from((await files[name.replace(/\\.gz$/, '')]()).default, 'base64')
        return name.endsWith('.gz') ? zipped : gunzipSync(zipped)
      }`,
  }
  return {
    name: 'embed',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('page:') ? `\0${id}` : undefined),
    async load(id) {
      const code = replaced[id]
      if (code !== undefined) return { code, moduleType: 'js' }
      if (!id.startsWith('\0page:')) return undefined
      const name = files[Number(id.slice('\0page:'.length))]
      const zipped = await readFile(join(built, `${name}.gz`), 'base64')
      return { code: `export default '${zipped}'`, moduleType: 'js' }
    },
  }
}

/** The licences of what is bundled in the pages. */
function pageLicences(): Promise<readonly string[]> {
  const names = [
    'room/licences.md',
    'docs/licences.md',
    'docs/NOTICE',
    'docs/swagger-ui-es-bundle.js.LICENSE.txt',
  ]
  return Promise.all(names.map((name) => readFile(join(built, name), 'utf8')))
}

function asComment(texts: readonly string[]): string {
  return `/*\n${texts.join('\n\n').replaceAll('*/', '* /')}\n*/\n`
}
