import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Files {
  scripts: string[]
  styles: string[]
}

const listed = new Map<string, Promise<Record<string, Files>>>()

/**
 * Links that fetch an app's lazy chunks together with its page: `CoursePage` and the like, as listed by the build in screen-files.json. Without them,
 * a browser requests a chunk only after the app has started, and that chunk's imports only after it has loaded.
 */
export async function linksToParts(folder: string, parts: string[]): Promise<string[]> {
  const read = listed.get(folder) ?? readFile(join(folder, 'screen-files.json'), 'utf8').then(JSON.parse)
  listed.set(folder, read)
  const files = await read
  const needed = parts.flatMap((part) => files[part] ?? [])
  const once = (names: string[]) => [...new Set(names)]
  return [
    ...once(needed.flatMap(({ styles }) => styles)).map(
      (file) => `<link rel="preload" as="style" crossorigin href="/${file}">`,
    ),
    ...once(needed.flatMap(({ scripts }) => scripts)).map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
  ]
}
