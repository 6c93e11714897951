import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db, Tx } from '../../../db/open.ts'
import type { StoredPicture } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { keyOfChecksum, limitOf, typesOf } from './file-types.ts'
import * as queries from './queries.ts'
import { type Source, sourceOfPieces } from './source.ts'

/** Hours without activity after which an unfinished upload is deleted. */
export const UNFINISHED_HOURS = 48

export const uploadNotFound = () =>
  new ApiError('not_found', 'This upload no longer exists. Choose the file again to restart it.')

/** An upload as the API returns it. Throws `not_found`. */
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

/** URL of a stored picture. Its size is in the fragment, so that pages can reserve the space. */
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

/** Archive of content that was received completely and not imported yet. Its pieces are deleted after the import. */
export async function assertArchive(db: Db, id: string): Promise<queries.UploadRow> {
  const row = await queries.findUpload(db, id)
  if (row?.kind !== 'archive') throw uploadNotFound()
  if (row.state !== 'ready') throw new ApiError('conflict', 'This archive is not completely uploaded yet.')
  if ((await queries.countPieces(db, id)) === 0)
    throw new ApiError('conflict', 'This archive was already imported. Upload it again to import it again.')
  return row
}

/** Bytes and original name of an archive of content. */
export async function openUploadedArchive(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  id: string,
): Promise<{ source: Source; filename: string }> {
  const { filename } = await assertArchive(db, id)
  return { source: sourceOfPieces(files, await queries.listPieces(db, id)), filename }
}

/** Deletes the bytes of an archive. Its upload stays visible for some days. */
export async function deleteArchive({ db, files }: Pick<Deps, 'db' | 'files'>, id: string): Promise<void> {
  for (const { key } of await queries.listPieces(db, id)) await files.remove(key)
  await queries.deletePieces(db, id)
}

/** Records the files of an import. False, and records none, if the new ones exceed the storage limit in bytes. */
export async function saveStoredFiles(tx: Tx, files: queries.NewFile[], limit: number): Promise<boolean> {
  if (files.length === 0) return true
  const names = files.map(({ name }) => name)
  const stored = await queries.listFiles(tx, names)
  const known = new Set(stored.map(({ name }) => name))
  const added = files.reduce((sum, { name, bytes }) => sum + (known.has(name) ? 0 : bytes), 0)
  if (added > 0 && (await queries.countStoredBytes(tx)) + added > limit) return false
  await queries.saveFiles(tx, files)
  return true
}

/** Stored pictures by checksum name, in the form in which content refers to them. Omits unknown files and those of other types. */
export async function findPictures(db: Db, names: string[]): Promise<Map<string, StoredPicture>> {
  const files = await queries.listFiles(db, names)
  return new Map(
    files.flatMap(({ name, kind, width, height }) =>
      kind === 'picture' && width && height ? [[name, { file: keyOfChecksum(name), width, height }] as const] : [],
    ),
  )
}
