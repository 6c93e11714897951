import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { FILES } from '../areas/authoring/content/files/paths.ts'
import { keyOfChecksum, kindOf } from '../areas/authoring/uploads/file-types.ts'
import { catalogueFolder } from './catalogue-folder.ts'

interface Download {
  path: string
  /** Checksum name, the same as after an import of the catalogue. */
  stored: string
  key: string
  bytes: number
}

/** Downloads of the labs, by their names in the catalogue. They are few and small, so their checksums are computed at each start. */
export function readDownloads(): ReadonlyMap<string, Download> {
  const folder = join(catalogueFolder, FILES)
  const names = readdirSync(folder).filter((name) => kindOf(name) === 'download')
  return new Map(
    names.map((name) => {
      const path = join(folder, name)
      const stored = `${createHash('sha256').update(readFileSync(path)).digest('hex')}${extname(name)}`
      return [name, { path, stored, key: keyOfChecksum(stored), bytes: statSync(path).size }]
    }),
  )
}
