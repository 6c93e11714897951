import type { Deps } from '../../deps.ts'
import { keyOfChecksum } from './file-types.ts'
import * as queries from './queries.ts'
import { UNFINISHED_HOURS } from './service.ts'

/** Hours for which it is told what became of an upload. An archive of content is kept as long. */
const ENDED_HOURS = 24 * 7
/** Hours after which an upload that nobody looked at is looked at again. */
const UNCHECKED_HOURS = 2
/** Days for which a stored file is kept that no content names any more. */
const UNUSED_DAYS = 30

/**
 * Takes away what was never finished, what ended long ago, and stored files that no content names any more. The store forgets a file before
 * the database does, so that a sweep which is stopped in between finds it again.
 */
export async function sweepUploads({ db, files, queue }: Pick<Deps, 'db' | 'files' | 'queue'>, signal: AbortSignal) {
  for (const { id } of await queries.listUnchecked(db, UNCHECKED_HOURS)) await queue.send(db, 'uploads.finish', { id })
  for (const { id } of await queries.listForgotten(db, { unfinished: UNFINISHED_HOURS, ended: ENDED_HOURS })) {
    if (signal.aborted) return
    for (const { key } of await queries.listPieces(db, id)) await files.remove(key)
    await db.transaction((tx) => queries.deleteUpload(tx, id))
  }
  await queries.markUnused(db)
  for (const { name } of await queries.listUnused(db, UNUSED_DAYS)) {
    if (signal.aborted) return
    await db.transaction(async (tx) => {
      if (await queries.deleteUnused(tx, name, UNUSED_DAYS)) await files.remove(keyOfChecksum(name))
    })
  }
}
