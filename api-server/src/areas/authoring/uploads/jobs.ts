import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../../deps.ts'
import type { Job } from '../../../jobs/job.ts'
import { keyOfChecksum, typeOf } from './file-types.ts'
import { type FileFacts, inspectFile, UnusableFileError } from './inspect.ts'
import * as queries from './queries.ts'
import { UNFINISHED_HOURS } from './service.ts'
import { type Source, sourceOfPieces, storedSource } from './source.ts'

export const uploadJobs = (deps: Pick<Deps, 'db' | 'files' | 'queue' | 'clock' | 'log'>): Job<never>[] => [
  {
    name: 'uploads.finish',
    // A video of the maximum size is read twice, possibly from a bucket.
    expireInSeconds: 3600,
    handle: ({ id }: { id: string }, { signal }) => finishUpload(deps, id, signal),
  } satisfies Job<{ id: string }>,
  { name: 'uploads.sweep', expireInSeconds: 1800, handle: (_data, { signal }) => sweepUploads(deps, signal) },
]

type NeededDeps = Pick<Deps, 'db' | 'files'>

/**
 * Validates a completed upload and stores it under its checksum, or refuses it. Safe to retry: finds the same bytes under the same name, or
 * an upload that is already settled, and deletes leftover pieces.
 */
async function finishUpload({ db, files }: NeededDeps, id: string, signal: AbortSignal): Promise<void> {
  const upload = await queries.findUpload(db, id)
  if (!upload || upload.state === 'receiving') return
  const pieces = await queries.listPieces(db, id)
  if (upload.state === 'checking') {
    const source = sourceOfPieces(files, pieces)
    const facts = await look(source, upload.filename)
    signal.throwIfAborted()
    if (facts instanceof UnusableFileError)
      await queries.saveOutcome(db, id, { state: 'refused', refusal: facts.message })
    else if (upload.kind === 'archive') return queries.saveOutcome(db, id, { state: 'ready', file: null })
    else {
      const { kind, filename } = upload
      const stored = await storedSource(source, filename)
      const name = await store({ files }, stored, filename, signal)
      const { bytes } = stored
      await db.transaction(async (tx) => {
        await queries.saveFiles(tx, [{ name, kind, bytes, ...facts }])
        await queries.saveOutcome(tx, id, { state: 'ready', file: name })
      })
    }
  } else if (upload.file === null && upload.state === 'ready') return
  for (const { key } of pieces) await files.remove(key)
  await queries.deletePieces(db, id)
}

async function look(source: Source, filename: string): Promise<FileFacts | UnusableFileError> {
  try {
    return await inspectFile(source, filename)
  } catch (error) {
    if (error instanceof UnusableFileError) return error
    throw error
  }
}

/** Stores the file, unless it is already stored, and returns its checksum name. */
async function store({ files }: Pick<Deps, 'files'>, source: Source, filename: string, signal: AbortSignal) {
  const hash = createHash('sha256')
  await pipeline(source.read(), hash, { signal })
  const name = `${hash.digest('hex')}.${typeOf(filename)}`
  const key = keyOfChecksum(name)
  if ((await files.size(key)) !== source.bytes) await files.put(key, source.read())
  return name
}

/** Retention of finished uploads and of archives of content, in hours. */
const ENDED_HOURS = 24 * 7
/** Hours after which a completed but unchecked upload is queued again. */
const UNCHECKED_HOURS = 2
/** Retention of unreferenced files, in days. */
const UNUSED_DAYS = 30

/**
 * Deletes unfinished uploads, finished uploads past their retention, unreferenced files, and parts of files whose writer was killed. Each file is
 * deleted from the store before its row, so that an interrupted sweep finds it again.
 */
async function sweepUploads(
  { db, files, queue, clock, log }: Pick<Deps, 'db' | 'files' | 'queue' | 'clock' | 'log'>,
  signal: AbortSignal,
) {
  for (const { id } of await queries.listUnchecked(db, UNCHECKED_HOURS)) await queue.send(db, 'uploads.finish', { id })
  for (const { id } of await queries.listExpired(db, { unfinished: UNFINISHED_HOURS, ended: ENDED_HOURS })) {
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
  // Needs a permission on the bucket that the other calls do not.
  await files
    .removeAbandoned(new Date(clock.now().getTime() - UNFINISHED_HOURS * 3_600_000))
    .catch((error: unknown) => {
      log.warn({ err: error }, 'parts of interrupted uploads could not be removed from the file store')
    })
}
