import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Path of libfaketime, as installed by Debian's package. */
export function findFaketime(): string | undefined {
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return libraries
    .map((name) => join('/usr/lib', name, 'faketime', 'libfaketimeMT.so.1'))
    .find((file) => existsSync(file))
}
