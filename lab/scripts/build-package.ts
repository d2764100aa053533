// Builds the package's code into dist: a few files instead of hundreds, for each costs a start about half a millisecond.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')

/** What others import, and what is started: a command and a thread. */
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
    // The oldest that package.json names.
    target: 'node22',
    minify: false,
    // The types are there already.
    emptyOutDir: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((entry) => [entry, join(root, `${entry}.ts`)])),
      // Peers, which need not be here.
      external: ['@redis/client', 'msw'],
      // Chunks stand in one folder, with the pages beside them: code finds those from where it is.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
await cp(join(root, 'mock/control/built'), join(root, 'dist/chunks/built'), { recursive: true })
