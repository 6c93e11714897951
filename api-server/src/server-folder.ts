import { fileURLToPath } from 'node:url'

/** The folder of this package. Files beside the code are found from here, in the sources and in the build alike. */
export const serverFolder = fileURLToPath(new URL('..', import.meta.url))

/** The Terraform modules that come with the product. */
export const modulesFolder = fileURLToPath(new URL('../../modules', import.meta.url))
