import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

declare module 'vitest' {
  interface ProvidedContext {
    /** What part of each trial is done, where it can be done in part. */
    readonly share: number
  }
}

// `--mode short` does a part of each trial, for CI; `--mode soak` the long one alone.
export default defineConfig(({ mode }) => ({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: mode === 'soak' ? ['lab/abuse/soak.ts'] : ['lab/abuse/*.abuse.ts'],
    provide: { share: mode === 'short' ? 0.1 : 1 },
    pool: 'threads',
    isolate: false,
    // One after the other where figures are published. In part, they need only stay within their bounds.
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
