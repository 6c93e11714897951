import { messages } from '@flagyard/messages/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { inChromium } from '../vitest.browser.ts'

export default defineConfig({
  ...inChromium('learner-web', {
    isolated: ['src/shell/SessionGate.test.tsx', 'src/lib/preloaded-data.test.ts', 'src/lib/query.test.ts'],
  }),
  plugins: [messages(), react()],
  // Found while tests run, it would be bundled anew under them, with a second React.
  optimizeDeps: { include: ['@flagyard/api-types > zod', 'axe-core'] },
})
