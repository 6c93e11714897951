import type { Deps } from '../../../deps.ts'
import { keyOfChecksum } from './file-types.ts'
import * as queries from './queries.ts'
import { UNFINISHED_HOURS } from './service.ts'

/** Retention of finished uploads and of archives of content, in hours. */
const ENDED_HOURS = 24 * 7
/** Hours after which a completed but unchecked upload is queued again. */
const UNCHECKED_HOURS = 2
/** Retention of unreferenced files, in days. */
const UNUSED_DAYS = 30

/**
 * Deletes unfinished uploads, finished uploads past their retention, and unreferenced files. Each file is deleted from the store
 * before its row, so that an interrupted sweep finds it again.
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
