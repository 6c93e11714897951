import { basename } from 'node:path'
import { messages } from '@flagyard/messages/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { withoutSummaries } from '../scripts/without-summaries.ts'

/** Its package gives every bundler the build for development, with warnings for the console that a visitor would load too. */
const routerForProduction = (): Plugin => ({
  name: 'router-for-production',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react-router(\/dom)?$/ },
    async handler(id, importer) {
      const found = await this.resolve(id, importer, { skipSelf: true })
      return found?.id.replace('/dist/development/', '/dist/production/')
    },
  },
})

const styleFiles = new Map<string, string>()
/** Class names by file name, which compress better than hashes: 0.3 kB of the first page. */
function scopedName(name: string, file: string): string {
  const own = basename(file, '.module.css')
  if ((styleFiles.get(own) ?? file) !== file) throw new Error(`Two style sheets have the name ${own}`)
  styleFiles.set(own, file)
  return `${own}-${name}`
}

export default defineConfig({
  plugins: [withoutSummaries(), routerForProduction(), messages(process.env.BUILD_LANGUAGE), react()],
  resolve: { dedupe: ['react', 'react-dom'] },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // For whoever reads an error report; the build moves them out of the folder that is served.
    sourcemap: 'hidden',
    // Fonts and pictures stay files, because the content security policy allows no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A text that a lazy screen shows is part of its file, and not of the file of all texts.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        codeSplitting: {
          groups: [
            // One file for what every page needs: many small ones compress worse and need a request each.
            { name: 'shell', tags: ['$initial'] },
            // Another for what the home page shows in addition.
            {
              name: 'home',
              test: /\/(HomePage|Banners|BannerPopup|home|CourseTile|Cover|cover-drawing)(\.module)?\.(tsx|ts|css)$/,
            },
            // And what several other pages share, so that each comes in two files and not in twenty.
            { name: 'pages', minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:3000' } },
})
