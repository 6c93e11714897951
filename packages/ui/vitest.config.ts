import { defineConfig } from 'vitest/config'
import { inChromium } from '../../vitest.browser.ts'

export default defineConfig({
  ...inChromium('ui'),
  // Found while tests run, they would be bundled anew under them, with a second React.
  optimizeDeps: {
    include: [
      'jotai',
      'jotai/vanilla',
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
    ],
  },
})
