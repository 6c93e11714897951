import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const root = process.getuid?.() === 0

export default defineConfig({
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom'] },
  // Found while tests run, it would be bundled anew under them, with a second React.
  optimizeDeps: { include: ['@flagyard/api-types > zod'] },
  test: {
    name: 'learner-web',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
          // Chromium's sandbox refuses to run as root.
          args: root ? ['--no-sandbox'] : [],
        },
      }),
      instances: [{ browser: 'chromium' }],
      commands: {
        /** Changes the preference of the system that the page runs on. */
        preferScheme: ({ page }, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme }),
      },
    },
  },
})
