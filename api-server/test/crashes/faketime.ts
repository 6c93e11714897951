import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The library that gives programs another clock, where Debian's package has put it. */
export function findFaketime(): string | undefined {
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return libraries
    .map((name) => join('/usr/lib', name, 'faketime', 'libfaketimeMT.so.1'))
    .find((file) => existsSync(file))
}
