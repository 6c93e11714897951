import type { Plugin } from 'vite'

/**
 * Removes summaries and body limits of calls from browser bundles: summaries are for the API documentation, body limits for the server.
 */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  // Before the TypeScript is compiled, because the pattern relies on the formatting of our sources.
  enforce: 'pre',
  transform: {
    filter: { id: /\/api-types\/src\/.*operations\.ts$/ },
    // Every line stays in place, so the existing source map remains valid.
    handler: (code) => ({
      code: code.replace(/\b(?:summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|bodyLimit: \d+ \* 1024),?/g, ''),
      map: null,
    }),
  },
})
