import { defineConfig } from '@playwright/test'

export default defineConfig({
  testMatch: '*.spec.js',
  reporter: 'line',
  // The built page, because Vite runs no second dev server beside `npm run dev`.
  webServer: {
    command: 'npx vite build && npx vite preview --port 5199 --strictPort',
    url: 'http://localhost:5199',
  },
  use: {
    baseURL: 'http://localhost:5199',
    // A browser that is there already, in place of Playwright's own.
    launchOptions: process.env.CHROMIUM
      ? { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] }
      : {},
  },
})
