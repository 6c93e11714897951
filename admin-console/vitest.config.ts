import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const root = process.getuid?.() === 0

export default defineConfig({
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom'] },
  // In tests react-aria draws all rows of a list, and not only those in sight, unless it is told to.
  define: { 'process.env.VIRT_ON': 'true' },
  // Found while tests run, these would be bundled anew under them, with a second React.
  optimizeDeps: {
    include: [
      '@flagyard/api-types > zod',
      '@flagyard/ui > react-markdown',
      '@flagyard/ui > rehype-sanitize',
      '@flagyard/ui > remark-gfm',
      '@mui/material',
      '@mui/material/styles',
      '@tanstack/react-query',
      'axe-core',
      'ky',
      'react',
      'react-admin',
      'react-aria-components/Button',
      'react-aria-components/Collection',
      'react-aria-components/GridList',
      'react-aria-components/Tree',
      'react-aria-components/Virtualizer',
      'react-aria-components/useDragAndDrop',
      'react-dom',
      'react-dom/client',
      'react-router-dom',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
    ],
  },
  test: {
    name: 'admin-console',
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
