import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'dist/**',
      'lab/bench/**',
      'lab/integrations/**',
      'lab/clients/**',
      'lab/int64/**',
    ],
    globalSetup: 'lab/testing/browser-server.ts',
    setupFiles: 'mock/testing/self-judged/judge-each-test.ts',
    pool: 'threads',
    // Tests share nothing that one of them changes, and a fresh worker for each file costs half the time.
    isolate: false,
    // Node runs the sources as they are; so it does here.
    experimental: { viteModuleRunner: false },
    // One more than cores: many a test waits for a browser, a process or a Redis.
    maxWorkers: navigator.hardwareConcurrency + 1,
    // No test asserts on time; a machine that is busy with other things is no failure.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
  },
})
