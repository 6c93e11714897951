import { defineConfig } from '@playwright/test'
export default defineConfig({
  testDir: '.',
  testMatch: 'authoring.spec.ts',
  timeout: 240000,
  expect: { timeout: 15000 },
  outputDir: '/tmp/t/zzout',
  reporter: [['list']],
  use: {
    baseURL: 'http://localhost:4399',
    actionTimeout: 15000,
    navigationTimeout: 30000,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] },
  },
})
