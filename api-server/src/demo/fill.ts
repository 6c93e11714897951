import { createReadStream, statSync } from 'node:fs'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../features/auth/passwords/hash.ts'
import { addAccounts } from './accounts.ts'
import { addBatches } from './batches.ts'
import { addCatalogue } from './catalogue-rows.ts'
import { addFeedback } from './feedback.ts'
import { type Films, listFilmFiles, readFilms } from './films.ts'
import { addLearning } from './learning.ts'
import { holdFilling, isFilled, mark } from './marker.ts'
import { addPeople } from './people.ts'
import { emptyRows, insertRows, type Rows } from './rows.ts'
import { addSales } from './sales.ts'
import type { Story } from './story.ts'

type NeededDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'secrets' | 'files'>

/**
 * Fills an empty database with the demo, in one transaction, and leaves one that holds it as it is; the films are stored where they are
 * missing. Outside demo mode it writes nothing. Throws a WrongDatabaseError when the mode and the database do not belong together.
 */
export async function fillDemo({ config, db, clock, secrets, files }: NeededDeps): Promise<'filled' | 'left as it is'> {
  const filled = await isFilled(db, config)
  const { demo, demoPassword } = config
  if (!demo || !demoPassword) return 'left as it is'
  const films = readFilms(config.demoVideos)
  await storeFilms(files, films)
  if (filled) return 'left as it is'
  const story = {
    now: clock.now(),
    films,
    passwordHash: await hashPassword(demoPassword),
    seal: (rowId: string, text: string) => secrets.seal('credentials', rowId, text),
  }
  return db.transaction(async (tx) => {
    await holdFilling(tx)
    if (await isFilled(tx, config)) return 'left as it is'
    await insertRows(tx, demoRows(story))
    await mark(tx, story.now)
    return 'filled'
  })
}

/** The whole demo as rows: the same for the same `now`, but for what sealing and hashing add. */
export function demoRows(story: Story): Rows {
  const rows = emptyRows()
  addCatalogue(rows, story)
  addPeople(rows, story)
  addSales(rows, story.now)
  addBatches(rows, story.now)
  const leases = addLearning(rows, story)
  addAccounts(rows, leases, story)
  addFeedback(rows, story.now)
  return rows
}

/** A film that is there with its right size is not written again. */
async function storeFilms(files: Deps['files'], films: Films): Promise<void> {
  for (const { key, path } of listFilmFiles(films)) {
    if ((await files.size(key)) !== statSync(path).size) await files.put(key, createReadStream(path))
  }
}
