import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILES } from '../areas/authoring/content/files/paths.ts'
import { catalogueFolder } from './catalogue-folder.ts'

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
