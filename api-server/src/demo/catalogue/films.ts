import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from '../../server-folder.ts'

/** The films of the lessons: where they stand, and how many seconds each lasts. */
export interface Films {
  folder: string
  seconds: ReadonlyMap<string, number>
}

/** The demo's own, or those of another folder with the same names. */
export function readFilms(folder = join(serverFolder, 'src/demo/videos')): Films {
  const listed: { name: string; duration_seconds: number }[] = JSON.parse(
    readFileSync(join(folder, 'films.json'), 'utf8'),
  )
  return { folder, seconds: new Map(listed.map(({ name, duration_seconds }) => [name, duration_seconds])) }
}

/** Every film and its captions, with the key under which lessons name it. */
export function listFilmFiles({ folder }: Films): { key: string; path: string }[] {
  return readdirSync(folder)
    .filter((file) => /\.(webm|vtt)$/.test(file))
    .map((file) => ({ key: filmKey(file), path: join(folder, file) }))
}

export const filmKey = (file: string) => `videos/${file}`
