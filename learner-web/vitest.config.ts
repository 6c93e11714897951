import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { inChromium } from '../vitest.browser.ts'

export default defineConfig({
  // Keys reach the page reliably only where each file has its own.
  ...inChromium('learner-web', { isolate: true }),
  plugins: [react()],
  // Found while tests run, it would be bundled anew under them, with a second React.
  optimizeDeps: { include: ['@flagyard/api-types > zod', 'axe-core'] },
})
