import { fileURLToPath } from 'node:url'

/** Root folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Generated files that can be deleted at any time. */
export const cache = `${root}/.cache`

/** Folders of all packages of the workspace. */
export const packages = [
  'packages/api-types',
  'packages/auth',
  'packages/ui',
  'api-server',
  'learner-web',
  'admin-console',
  'e2e',
]
