import { defineConfig } from 'vite'

export default defineConfig({
  root: 'app',
  build: { target: 'es2022', outDir: '../built', emptyOutDir: true },
  // The suite of package-check is registered in a file of its own.
  test: {
    root: '.',
    include: ['{int64,msw,vitest,msw-recipe,recipe-vitest}.test.{js,ts}'],
    setupFiles: ['my-client.ts'],
    // No test asserts on time; a machine that is busy with other things is no failure.
    testTimeout: 60_000,
  },
})
