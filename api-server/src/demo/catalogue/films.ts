import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { FILES } from '../../areas/authoring/content/index.ts'
import { keyOfChecksum, kindOf } from '../../areas/authoring/uploads/index.ts'
import { serverFolder } from '../../server-folder.ts'

/** Videos of the lessons: their folder, and the length in seconds of those that are not the catalogue's own. */
export interface Films {
  folder: string
  seconds: ReadonlyMap<string, number>
}

/** The catalogue's own videos, or those of another folder with the same names and with their lengths in `films.json`. */
export function readFilms(folder?: string): Films {
  if (folder === undefined) return { folder: join(catalogueFolder, FILES), seconds: new Map() }
  const listed: { name: string; duration_seconds: number }[] = JSON.parse(
    readFileSync(join(folder, 'films.json'), 'utf8'),
  )
  return { folder, seconds: new Map(listed.map(({ name, duration_seconds }) => [`${name}.webm`, duration_seconds])) }
}

/** Every video and its captions, with the key used by lessons. */
export function listFilmFiles({ folder }: Films): { key: string; path: string }[] {
  return readdirSync(folder)
    .filter((file) => /\.(webm|vtt)$/.test(file))
    .map((file) => ({ key: filmKey(file), path: join(folder, file) }))
}

export const filmKey = (file: string) => `videos/${file}`

/** The demo's catalogue is an ordinary content folder. */
export const catalogueFolder = join(serverFolder, '../content/demo')

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
