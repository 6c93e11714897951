import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { withoutSummaries } from '../scripts/without-summaries.ts'

const CONTROLS =
  /@mui.material.(Switch|Checkbox|internal.SwitchBase|Menu|MenuList|Popover|Modal|TextField|Select|OutlinedInput|InputBase|InputLabel|FormControl|FormHelperText|InputAdornment|IconButton|utils.useSlot)\//
/** Parts of every list, with what they import. */
const SMALL =
  /api-types.src.bulk.actions|admin-console.src.crud.(list.(Rows|CrudList)|actions.action-table|record.RecordCards)\.|packages.ui.src.Spinner\./

/** react-admin makes files of lists in the browser unless told otherwise. Ours come from the server (crud/list/ListActions.tsx). */
const withoutBrowserExport = (): Plugin => ({
  name: 'without-browser-export',
  apply: 'build',
  enforce: 'pre',
  resolveId: { filter: { id: /^jsonexport\// }, handler: () => EMPTY },
  load: { filter: { id: /^\0empty-module$/ }, handler: () => 'export default undefined' },
})
const EMPTY = '\0empty-module'

export default defineConfig({
  base: '/admin/',
  plugins: [withoutSummaries(), withoutBrowserExport(), react()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // For whoever reads an error report; the build moves them out of the folder that is served.
    sourcemap: 'hidden',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Parts of the first list that other screens share too: as files of their own, each of them is packed worse.
          groups: [{ name: 'controls', test: new RegExp(`${CONTROLS.source}|${SMALL.source}`) }],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5174, proxy: { '/api': 'http://127.0.0.1:3000' } },
})
