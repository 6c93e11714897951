import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { inChromium } from '../vitest.browser.ts'

export default defineConfig({
  ...inChromium('admin-console', { isolated: ['src/features/search/search-box.test.tsx'] }),
  plugins: [react()],
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
      '@mui/x-charts/BarChart',
      '@mui/x-charts/LineChart',
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
})
