import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db, Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { limitOf, typesOf } from './file-types.ts'
import * as queries from './queries.ts'
import { type Source, sourceOfPieces } from './source.ts'

/** Hours after which an upload is forgotten on which nothing more was sent. */
export const UNFINISHED_HOURS = 48

export const uploadNotFound = () =>
  new ApiError('not_found', 'There is no such upload any more. Choose the file once more to send it again.')

export async function readUpload({ db }: Pick<Deps, 'db'>, id: string): Promise<Output<'upload'>> {
  const row = await queries.findUpload(db, id)
  if (!row) throw uploadNotFound()
  const { kind, filename, bytes, received, state, refusal, updated_at } = row
  const file = row.file === null ? undefined : await queries.findFile(db, row.file)
  const expires_at = new Date(updated_at.getTime() + UNFINISHED_HOURS * 3_600_000).toISOString()
  return {
    id: row.id,
    kind,
    filename,
    bytes,
    received,
    state,
    refusal,
    file: file ? presentFile(file) : null,
    expires_at,
  }
}

export async function readRules({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Output<'uploadRules'>> {
  const rule = (kind: keyof typeof typesOf) => ({
    types: [...typesOf[kind]],
    max_bytes: limitOf(kind, config.fileLimits),
  })
  return {
    kinds: {
      film: rule('film'),
      captions: rule('captions'),
      picture: rule('picture'),
      download: rule('download'),
      archive: rule('archive'),
    },
    left_bytes: Math.max(0, config.fileLimits.stored - (await queries.sumStoredBytes(db))),
  }
}

/** Where a stored picture is shown from. Its size stands behind the mark, for the page that leaves room for it. */
export const pictureUrl = (name: string, { width, height }: { width: number | null; height: number | null }) =>
  `/api/v1/pictures/${name}${width && height ? `#${width}x${height}` : ''}`

const presentFile = ({
  name,
  kind,
  bytes,
  duration_seconds,
  width,
  height,
}: queries.FileRow): Output<'storedFile'> => ({
  name,
  kind,
  bytes,
  duration_seconds,
  width,
  height,
  url: kind === 'picture' ? pictureUrl(name, { width, height }) : null,
})

/** An archive of content that is here whole. One that was imported is kept no longer. */
export async function assertArchive(db: Db, id: string): Promise<queries.UploadRow> {
  const row = await queries.findUpload(db, id)
  if (row?.kind !== 'archive') throw uploadNotFound()
  if (row.state !== 'ready') throw new ApiError('conflict', 'This archive is not here whole yet.')
  if ((await queries.countPieces(db, id)) === 0)
    throw new ApiError('conflict', 'This archive was imported already. Send it once more to import it again.')
  return row
}

/** The bytes of an archive of content, and what its sender called it. */
export async function openUpload(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  id: string,
): Promise<{ source: Source; filename: string }> {
  const { filename } = await assertArchive(db, id)
  return { source: sourceOfPieces(files, await queries.listPieces(db, id)), filename }
}

/** The bytes of an archive are not needed any more; what became of it is told for some days. */
export async function dropArchive({ db, files }: Pick<Deps, 'db' | 'files'>, id: string): Promise<void> {
  for (const { key } of await queries.listPieces(db, id)) await files.remove(key)
  await queries.deletePieces(db, id)
}

/** Whether files that an import stores fit beside all that is stored, those left out that are stored already. */
export async function hasRoomFor(tx: Tx, files: queries.NewFile[], most: number): Promise<boolean> {
  if (files.length === 0) return true
  const known = new Set(
    await queries.listKnown(
      tx,
      files.map(({ name }) => name),
    ),
  )
  const added = files.reduce((sum, { name, bytes }) => sum + (known.has(name) ? 0 : bytes), 0)
  return added === 0 || (await queries.countStoredBytes(tx)) + added <= most
}

/** Writes down files that were stored by an import, in the transaction of the content that names them. */
export const saveStoredFiles = (tx: Tx, files: queries.NewFile[]) => queries.saveFiles(tx, files)

/** What is known of stored files, by their names. */
export const listStoredFiles = queries.listFiles
