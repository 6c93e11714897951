import { fileURLToPath } from 'node:url'

/** Root folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Generated files that can be deleted at any time. */
export const cache = `${root}/.cache`

/**
 * TypeScript programs that together cover all packages, the slower one first. One program per package would check the contract six times, which
 * takes as long as the rest of the apps.
 */
export const programs = {
  'the server, its scripts and journeys': 'tsconfig.node.json',
  'the apps and packages': 'tsconfig.browser.json',
}
