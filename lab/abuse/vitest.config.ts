import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

declare module 'vitest' {
  interface ProvidedContext {
    /** The share of each trial's repetitions that is run. */
    readonly share: number
  }
}

// `--mode short` runs a tenth of each trial, for CI; `--mode soak` runs only the long one.
export default defineConfig(({ mode }) => ({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: mode === 'soak' ? ['lab/abuse/soak.ts'] : ['lab/abuse/*.abuse.ts'],
    provide: { share: mode === 'short' ? 0.1 : 1 },
    pool: 'threads',
    isolate: false,
    // One after the other if the figures are published. A short run only checks their bounds.
    fileParallelism: mode === 'short',
    maxWorkers: '100%',
    maxConcurrency: 4,
    testTimeout: mode === 'soak' ? 3_600_000 : 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: [
      'default',
      [join(import.meta.dirname, 'page.ts'), { writes: mode !== 'short' && mode !== 'soak' }],
    ],
  },
}))
