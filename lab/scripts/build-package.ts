// Bundles the package's code into dist: a few files instead of hundreds, because each file adds about half a millisecond to a start.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '../..')

/** The entries of the package, the command, and the worker thread of the proxy. */
const entries = [
  'cli/index',
  'mock/index',
  'mock/fetch/index',
  'mock/integrations/msw',
  'mock/integrations/playwright',
  'mock/integrations/vitest',
  'contract-tests/index',
  'contract-tests/opinions/proxy/judge-worker',
]

/** Those that Jest loads, as CommonJS: it loads ES modules only with a flag. Node ignores it (`module-sync` in package.json). */
const forJest = ['mock/index', 'mock/fetch/index', 'contract-tests/index']

/** jest-environment-jsdom takes away what the code needs, and the error would name a file of dist/chunks. */
const inJestsDom = `if (typeof TextEncoder === "undefined") throw new Error("petstore-mock needs Node's environment: begin the test file with /** @jest-environment node */");`

await import('./build-pages.ts')
/** Whether Node is new enough is asked first by each entry, and in a file that each of them loads anyway. */
const askedFirst = { name: 'need-node', test: /\/spec\/(?:need-node|machine-time)\.ts$/ }

await bundle(entries, { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' })
await bundle(
  forJest,
  {
    format: 'cjs',
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    banner: ({ isEntry }) => (isEntry ? inJestsDom : ''),
  },
  // It has no CommonJS.
  [/^@faker-js\//],
)
await cp(join(root, 'mock/control/built'), join(root, 'dist/chunks/built'), { recursive: true })

/** Bundles entries into dist. All chunks are in one folder, beside the pages: the code finds the pages by its own path. */
function bundle(
  names: readonly string[],
  output: Rolldown.OutputOptions,
  noExternal: (string | RegExp)[] = [],
): Promise<unknown> {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal },
    build: {
      ssr: true,
      // The oldest Node that package.json allows.
      target: 'node22',
      minify: false,
      // tsc has written the types there.
      emptyOutDir: false,
      license: noExternal.length > 0 && { fileName: 'licences.md' },
      rolldownOptions: {
        input: Object.fromEntries(names.map((entry) => [entry, join(root, `${entry}.ts`)])),
        // Optional peer dependencies.
        external: ['@redis/client', 'msw'],
        output: { ...output, codeSplitting: { groups: [askedFirst] } },
      },
    },
  })
}
