import { createReadStream, statSync } from 'node:fs'
import { hashPassword } from '../areas/platform/auth/index.ts'
import type { Deps } from '../deps.ts'
import { listFilmFiles, readDownloads, readFilms } from './catalogue/films.ts'
import { holdFilling, isFilled, mark } from './marker.ts'
import { insertRows } from './rows.ts'

type NeededDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'secrets' | 'files'>

/**
 * Fills an empty database with the demo in one transaction, and leaves a filled one unchanged. Missing videos and downloads are stored. Outside demo
 * mode it writes nothing. Throws a WrongDatabaseError if the mode and the database do not match.
 */
export async function fillDemo({ config, db, clock, secrets, files }: NeededDeps): Promise<'filled' | 'unchanged'> {
  const filled = await isFilled(db, config)
  const { demo, demoPassword } = config
  if (!demo || !demoPassword) return 'unchanged'
  const films = readFilms(config.demoVideos)
  await storeFiles(files, [...listFilmFiles(films), ...readDownloads().values()])
  if (filled) return 'unchanged'
  const story = {
    now: clock.now(),
    films,
    passwordHash: await hashPassword(demoPassword),
    seal: secrets.seal,
  }
  // Loaded here, because reading the catalogue takes a moment, which a later start can skip.
  const { demoRows } = await import('./demo-rows.ts')
  return db.transaction(async (tx) => {
    await holdFilling(tx)
    if (await isFilled(tx, config)) return 'unchanged'
    await insertRows(tx, await demoRows(story))
    await mark(tx, story.now)
    return 'filled'
  })
}

/** A file that exists with the right size is not written again. */
async function storeFiles(files: Deps['files'], wanted: { key: string; path: string }[]): Promise<void> {
  for (const { key, path } of wanted) {
    if ((await files.size(key)) !== statSync(path).size) await files.put(key, createReadStream(path))
  }
}
