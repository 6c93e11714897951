import { and, asc, eq, inArray, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.ts'
import {
  bundles,
  contentDraftParts,
  contentRevisionParts,
  courses,
  examSnapshots,
  exams,
  flags,
  labSnapshots,
  labs,
  legalVersions,
  lessons,
  storedFiles,
  uploadPieces,
  uploads,
} from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import type { Piece } from './source.ts'

export type UploadRow = typeof uploads.$inferSelect
export type FileRow = typeof storedFiles.$inferSelect
export type NewFile = typeof storedFiles.$inferInsert

export async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(hasId(uploads.id, id))
  return row
}

export async function findFile(db: Db, name: string): Promise<FileRow | undefined> {
  const [row] = await db.select().from(storedFiles).where(eq(storedFiles.name, name))
  return row
}

export const listFiles = (db: Db, names: string[]): Promise<FileRow[]> =>
  db.select().from(storedFiles).where(inArray(storedFiles.name, names))

/** Bytes of all stored files and of uploads in progress. Blocks the start of other uploads until `tx` has ended. */
export async function countStoredBytes(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${UPLOAD_START_LOCK})`)
  return sumStoredBytes(tx)
}

const UPLOAD_START_LOCK = 2_310_771_906

/** An archive is stored as pieces until it has been imported. */
const hasPieces = sql`exists (select from ${uploadPieces} where ${uploadPieces.upload_id} = ${uploads.id})`

/** Bytes of all stored files and of uploads in progress, which MAX_STORED_SIZE limits. */
export async function sumStoredBytes(db: Db): Promise<number> {
  const [row] = await db
    .select({
      bytes: sql<string>`coalesce((select sum(${storedFiles.bytes}) from ${storedFiles}), 0) + coalesce(sum(${uploads.bytes}), 0)`,
    })
    .from(uploads)
    .where(
      or(
        inArray(uploads.state, ['receiving', 'checking']),
        and(eq(uploads.state, 'ready'), isNull(uploads.file), hasPieces),
      ),
    )
  return Number(row?.bytes ?? 0)
}

export async function insertUpload(tx: Tx, row: typeof uploads.$inferInsert): Promise<void> {
  await tx.insert(uploads).values(row)
}

export const listPieces = (db: Db, id: string): Promise<Piece[]> =>
  db
    .select({ start: uploadPieces.start, bytes: uploadPieces.bytes, key: uploadPieces.key })
    .from(uploadPieces)
    .where(eq(uploadPieces.upload_id, id))
    .orderBy(asc(uploadPieces.start))

/** Appends the next piece. Returns undefined if another piece has taken its place, or if the upload expects no more bytes. */
export async function appendPiece(tx: Tx, id: string, piece: Piece): Promise<UploadRow | undefined> {
  const end = piece.start + piece.bytes
  const [row] = await tx
    .update(uploads)
    .set({
      received: end,
      state: sql`case when ${uploads.bytes} = ${end}::bigint then 'checking' else 'receiving' end`,
      updated_at: sql`now()`,
    })
    .where(
      and(
        hasId(uploads.id, id),
        eq(uploads.state, 'receiving'),
        eq(uploads.received, piece.start),
        sql`${uploads.bytes} >= ${end}::bigint`,
      ),
    )
    .returning()
  if (row) await tx.insert(uploadPieces).values({ upload_id: id, ...piece })
  return row
}

export async function countPieces(db: Db, id: string): Promise<number> {
  return db.$count(uploadPieces, eq(uploadPieces.upload_id, id))
}

/** Saves the result of the validation. Idempotent. */
export async function saveOutcome(
  tx: Db,
  id: string,
  outcome: { state: 'ready'; file: string | null } | { state: 'refused'; refusal: string },
): Promise<void> {
  await tx
    .update(uploads)
    .set({ ...outcome, updated_at: sql`now()` })
    .where(and(eq(uploads.id, id), inArray(uploads.state, ['receiving', 'checking'])))
}

export async function deleteUpload(tx: Tx, id: string): Promise<UploadRow | undefined> {
  const [row] = await tx.delete(uploads).where(hasId(uploads.id, id)).returning()
  return row
}

export async function deletePieces(db: Db, id: string): Promise<void> {
  await db.delete(uploadPieces).where(eq(uploadPieces.upload_id, id))
}

/** Inserts stored files. Existing ones are no longer marked as unused. */
export async function saveFiles(db: Db, rows: NewFile[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(storedFiles)
    .values(rows)
    .onConflictDoUpdate({ target: storedFiles.name, set: { unused_since: null } })
}

/** Unfinished uploads without activity, and finished ones past their retention. Excludes uploads that wait for validation. */
export const listExpired = (db: Db, hours: { unfinished: number; ended: number }): Promise<UploadRow[]> =>
  db
    .select()
    .from(uploads)
    .where(
      or(
        and(eq(uploads.state, 'receiving'), isOlder(hours.unfinished)),
        and(inArray(uploads.state, ['ready', 'refused']), isOlder(hours.ended)),
      ),
    )
    .orderBy(asc(uploads.updated_at))
    .limit(500)

export const listUnchecked = (db: Db, hours: number): Promise<UploadRow[]> =>
  db
    .select()
    .from(uploads)
    .where(and(eq(uploads.state, 'checking'), isOlder(hours)))
    .limit(500)

const isOlder = (hours: number) => lt(uploads.updated_at, sql`now() - make_interval(hours => ${hours})`)

/** Marks files that content no longer refers to, and unmarks those that it refers to again. */
export async function markUnused(db: Db): Promise<void> {
  const isNamed = sql`exists (${filesInContent(storedFiles.name)})`
  await db
    .update(storedFiles)
    .set({ unused_since: sql`now()` })
    .where(and(isNull(storedFiles.unused_since), sql`not ${isNamed}`))
  await db
    .update(storedFiles)
    .set({ unused_since: null })
    .where(and(sql`${storedFiles.unused_since} is not null`, isNamed))
}

export const listUnused = (db: Db, days: number): Promise<{ name: string }[]> =>
  db
    .select({ name: storedFiles.name })
    .from(storedFiles)
    .where(lt(storedFiles.unused_since, sql`now() - make_interval(days => ${days})`))
    .orderBy(asc(storedFiles.unused_since))
    .limit(500)

/** Checks references again, because content may refer to the file since it was listed. The row stays locked until the file is deleted too. */
export async function deleteUnused(tx: Tx, name: string, days: number): Promise<boolean> {
  const gone = await tx
    .delete(storedFiles)
    .where(
      and(
        eq(storedFiles.name, name),
        lt(storedFiles.unused_since, sql`now() - make_interval(days => ${days})`),
        sql`not exists (${filesInContent(storedFiles.name)})`,
      ),
    )
    .returning({ name: storedFiles.name })
  return gone.length > 0
}

/**
 * Rows of content that refer to a stored file: as a video, caption file, download, cover or picture of an instructor, or in a text.
 * Includes drafts, revisions that can be restored, and snapshots of runs and bookings.
 */
function filesInContent(name: SQLWrapper): SQL {
  const within = (...texts: SQLWrapper[]) =>
    sql.join(
      texts.map((text) => sql`strpos(${text}::text, ${name}) > 0`),
      sql` or `,
    )
  return sql`
    select from ${lessons} where ${within(lessons.video, lessons.captions, lessons.body)} union all
    select from ${courses} where ${within(courses.cover, courses.instructors, courses.description)} union all
    select from ${labs} where ${within(labs.downloads, labs.description, labs.walkthrough)} union all
    select from ${exams} where ${within(exams.description, exams.rules)} union all
    select from ${flags} where ${within(flags.question, flags.hint, flags.walkthrough)} union all
    select from ${bundles} where ${within(bundles.description)} union all
    select from ${labSnapshots} where ${within(labSnapshots.lab, labSnapshots.flags, labSnapshots.instructions)} union all
    select from ${examSnapshots} where ${within(examSnapshots.exam, examSnapshots.flags)} union all
    select from ${legalVersions} where ${within(legalVersions.markdown)} union all
    select from ${contentDraftParts} where ${within(contentDraftParts.document)} union all
    select from ${contentRevisionParts} where ${within(contentRevisionParts.before, contentRevisionParts.after)}`
}
