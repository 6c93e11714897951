import { fileURLToPath } from 'node:url'

/** The folder of this package. Files beside the code are found from here, in the sources and in the build alike. */
export const serverFolder = fileURLToPath(new URL('..', import.meta.url))
