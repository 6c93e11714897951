import type { Plugin } from 'vite'

/** The summaries of calls are for the API's documentation. Browsers read the rows of the contract, and do without these. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  // Before the TypeScript is compiled: the sources are formatted by our own rules.
  enforce: 'pre',
  transform: {
    filter: { id: /\/api-types\/src\/.*operations\.ts$/ },
    // Every line stays where it is, so the source map that there is holds.
    handler: (code) => ({
      code: code.replace(/\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),/g, ''),
      map: null,
    }),
  },
})
