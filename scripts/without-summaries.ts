import type { Plugin } from 'vite'

/** Summaries of calls, and which of them the published list lacks, are for the API's documentation, and body limits for the server. Browsers read the rows of the contract, and do without these. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  // Before the TypeScript is compiled: the sources are formatted by our own rules.
  enforce: 'pre',
  transform: {
    filter: { id: /\/api-types\/src\/.*operations\.ts$/ },
    // Every line stays where it is, so the source map that there is holds.
    handler: (code) => ({
      code: code.replace(
        /\b(?:summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|extension: true|bodyLimit: \d+ \* 1024),/g,
        '',
      ),
      map: null,
    }),
  },
})
