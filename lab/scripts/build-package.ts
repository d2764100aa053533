// Bundles the package's code into dist: a few files instead of hundreds, because each file adds about half a millisecond to a start.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

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

await import('./build-pages.ts')
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    // The oldest Node that package.json allows.
    target: 'node22',
    minify: false,
    // tsc has written the types there.
    emptyOutDir: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((entry) => [entry, join(root, `${entry}.ts`)])),
      // Optional peer dependencies.
      external: ['@redis/client', 'msw'],
      // All chunks are in one folder, beside the pages: the code finds the pages by its own path.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
await cp(join(root, 'mock/control/built'), join(root, 'dist/chunks/built'), { recursive: true })
