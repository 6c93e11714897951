import { fileURLToPath } from 'node:url'

/** The repository's own folder, wherever it was cloned to. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** What can be thrown away and made again. */
export const cache = `${root}/.cache`
