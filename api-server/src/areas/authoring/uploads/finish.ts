import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../../deps.ts'
import { keyOfChecksum, typeOf } from './file-types.ts'
import { type FileFacts, inspectFile, UnusableFileError } from './inspect.ts'
import * as queries from './queries.ts'
import { type Source, sourceOfPieces, storedSource } from './source.ts'

type NeededDeps = Pick<Deps, 'db' | 'files'>

/**
 * Validates a completed upload and stores it under its checksum, or refuses it. Safe to retry: finds the same bytes under the same name, or
 * an upload that is already settled, and deletes leftover pieces.
 */
export async function finishUpload({ db, files }: NeededDeps, id: string, signal: AbortSignal): Promise<void> {
  const upload = await queries.findUpload(db, id)
  if (!upload || upload.state === 'receiving') return
  const pieces = await queries.listPieces(db, id)
  if (upload.state === 'checking') {
    const source = sourceOfPieces(files, pieces)
    const facts = await look(source, upload.filename)
    signal.throwIfAborted()
    if (facts instanceof UnusableFileError)
      await queries.settleUpload(db, id, { state: 'refused', refusal: facts.message })
    else if (upload.kind === 'archive') return queries.settleUpload(db, id, { state: 'ready', file: null })
    else {
      const { kind, filename } = upload
      const stored = await storedSource(source, filename)
      const name = await store({ files }, stored, filename, signal)
      const { bytes } = stored
      await db.transaction(async (tx) => {
        await queries.saveFiles(tx, [{ name, kind, bytes, ...facts }])
        await queries.settleUpload(tx, id, { state: 'ready', file: name })
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
async function store(
  { files }: Pick<Deps, 'files'>,
  source: Source,
  filename: string,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(source.read(), hash, { signal })
  const name = `${hash.digest('hex')}.${typeOf(filename)}`
  const key = keyOfChecksum(name)
  if ((await files.size(key)) !== source.bytes) await files.put(key, source.read())
  return name
}
