import { fileURLToPath } from 'node:url'

/** Folder of this package. Files stored with the code are located relative to it, in the sources and in the build alike. */
export const serverFolder = fileURLToPath(new URL('..', import.meta.url))

/** Terraform modules included in the product. */
export const modulesFolder = fileURLToPath(new URL('../../modules', import.meta.url))
