import { fileURLToPath } from 'node:url'

/** Root folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Generated files that can be deleted at any time. */
export const cache = `${root}/.cache`

/** Folders of all packages of the workspace, those that take longest to compile first. */
export const packages = [
  'api-server',
  'admin-console',
  'learner-web',
  'e2e',
  'packages/ui',
  'packages/cloud-simulator',
  'packages/auth',
  'packages/api-types',
]
