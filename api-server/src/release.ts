import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from './server-folder.ts'

/** The installed release: `release.json` of a release archive, else the version of these sources, without a commit. */
export const readRelease = (folder = join(serverFolder, '..')): { version: string; commit: string | null } => {
  const [file] = ['release.json', 'package.json'].map((name) => join(folder, name)).filter((path) => existsSync(path))
  const { version, commit = null } = file ? JSON.parse(readFileSync(file, 'utf8')) : { version: 'unknown' }
  return { version, commit }
}
