import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', 'bench/**'],
    pool: 'threads',
    // Tests share nothing that one of them changes, and a fresh worker for each file costs half the time.
    isolate: false,
  },
})
