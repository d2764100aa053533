import { defineConfig } from '@playwright/test'
import where from './where.json' with { type: 'json' }

export default defineConfig({
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  reporter: 'line',
  expect: { timeout: 30_000 },
  use: {
    baseURL: where.page,
    launchOptions: { executablePath: where.chromium, args: ['--no-sandbox'] },
  },
})
