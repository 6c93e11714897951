import { fileURLToPath } from 'node:url'

/** The repository's own folder, wherever it was cloned to. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** What can be thrown away and made again. */
export const cache = `${root}/.cache`

/** Every package of the workspace, by its folder. */
export const packages = [
  'packages/api-types',
  'packages/auth',
  'packages/ui',
  'api-server',
  'learner-web',
  'admin-console',
  'e2e',
]
