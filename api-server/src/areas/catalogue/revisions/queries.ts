import { and, asc, eq, inArray, isNull, lte, max, ne, notExists, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { RevisedKind } from '../../../db/schema/content.ts'
import {
  contentDraftParts,
  contentDrafts,
  contentRevisionParts,
  contentRevisions,
  users,
} from '../../../db/schema/index.ts'

interface ItemRef {
  kind: RevisedKind
  id: string
}

type ItemTable = typeof contentDrafts | typeof contentDraftParts | typeof contentRevisions
const ofItem = (table: ItemTable, { kind, id }: ItemRef) => and(eq(table.kind, kind), eq(table.item_id, id))

/** Waits for edits and blocks new ones until the transaction ends: an import reads all content, and nothing may change before it writes. */
export const lockContentForImport = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
/** Blocks imports until the transaction ends. Edits do not block each other. */
export const lockContentForEdit = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`)

const LOCK = 2_310_771_905

const usernameOf = (id: PgColumn) => sql<string | null>`(select u.username from ${users} u where u.id = ${id})`

export async function findDraft(db: Db, item: ItemRef) {
  const [row] = await db
    .select({
      saved_at: contentDrafts.saved_at,
      saved_by: usernameOf(contentDrafts.saved_by),
      publish_at: contentDrafts.publish_at,
      publish_by: usernameOf(contentDrafts.publish_by),
      publish_refused: contentDrafts.publish_refused,
    })
    .from(contentDrafts)
    .where(ofItem(contentDrafts, item))
  return row
}

/** Parts of the draft with their versions, without documents. */
export const listDraftVersions = (db: Db, item: ItemRef) =>
  db
    .select({
      part: contentDraftParts.part,
      version: contentDraftParts.version,
      based_on: contentDraftParts.based_on,
    })
    .from(contentDraftParts)
    .where(ofItem(contentDraftParts, item))
    .orderBy(asc(contentDraftParts.part))

/** Documents of a draft by part, or only those named. `based_on` is the published version that the draft began with; null for a new part. */
export async function readDraftParts(
  db: Db,
  item: ItemRef,
  only?: readonly string[],
): Promise<Map<string, { document: object; based_on: number | null }>> {
  const rows = await db
    .select()
    .from(contentDraftParts)
    .where(and(ofItem(contentDraftParts, item), only && inArray(contentDraftParts.part, [...only])))
  return new Map(rows.map(({ part, document, based_on }) => [part, { document, based_on }]))
}

export const saveDraft = (tx: Tx, { kind, id }: ItemRef, by: string | null) =>
  tx
    .insert(contentDrafts)
    .values({ kind, item_id: id, saved_by: by })
    .onConflictDoUpdate({
      target: [contentDrafts.kind, contentDrafts.item_id],
      set: { saved_at: sql`now()`, saved_by: by },
    })

export async function saveDraftPart(
  tx: Tx,
  { kind, id }: ItemRef,
  row: Omit<typeof contentDraftParts.$inferInsert, 'kind' | 'item_id'>,
) {
  const { document, version } = row
  await tx
    .insert(contentDraftParts)
    .values({ kind, item_id: id, ...row })
    .onConflictDoUpdate({
      target: [contentDraftParts.kind, contentDraftParts.item_id, contentDraftParts.part],
      set: { document, version },
    })
}

export const deleteDraftPart = (tx: Tx, item: ItemRef, part: string) =>
  tx.delete(contentDraftParts).where(and(ofItem(contentDraftParts, item), eq(contentDraftParts.part, part)))

export async function deleteDraft(tx: Tx, item: ItemRef) {
  await tx.delete(contentDraftParts).where(ofItem(contentDraftParts, item))
  await tx.delete(contentDrafts).where(ofItem(contentDrafts, item))
}

/** Deletes a draft without changes and without a scheduled publication. */
export async function deleteEmptyDraft(tx: Tx, item: ItemRef) {
  const parts = tx
    .select({ part: contentDraftParts.part })
    .from(contentDraftParts)
    .where(ofItem(contentDraftParts, item))
  await tx
    .delete(contentDrafts)
    .where(and(ofItem(contentDrafts, item), isNull(contentDrafts.publish_at), notExists(parts)))
}

export async function saveSchedule(tx: Tx, { kind, id }: ItemRef, at: Date | null, by: string | null) {
  const plan = { publish_at: at, publish_by: by, publish_refused: null }
  await tx
    .insert(contentDrafts)
    .values({ kind, item_id: id, saved_by: by, ...plan })
    .onConflictDoUpdate({ target: [contentDrafts.kind, contentDrafts.item_id], set: plan })
}

export const saveRefusal = (tx: Tx, item: ItemRef, sentence: string) =>
  tx.update(contentDrafts).set({ publish_refused: sentence }).where(ofItem(contentDrafts, item))

const isDue = and(lte(contentDrafts.publish_at, sql`now()`), isNull(contentDrafts.publish_refused))

/** Locks the draft if its publication is due. A caller that waited for the lock finds it already published. */
export async function lockDueDraft(tx: Tx, item: ItemRef) {
  const [row] = await tx
    .select({ by: contentDrafts.publish_by })
    .from(contentDrafts)
    .where(and(ofItem(contentDrafts, item), isDue))
    .for('update')
  return row
}

/** Items whose scheduled publication is due and was not refused, oldest first. */
export const listDueDrafts = (db: Db) =>
  db
    .select({ kind: contentDrafts.kind, id: contentDrafts.item_id })
    .from(contentDrafts)
    .where(isDue)
    .orderBy(asc(contentDrafts.publish_at))
    .limit(500)

export interface NewRevision {
  source: 'editor' | 'import' | 'take_back'
  by: string | null
  takesBack?: number
}

export async function insertRevision(
  tx: Tx,
  { kind, id }: ItemRef,
  { source, by, takesBack }: NewRevision,
  parts: Omit<typeof contentRevisionParts.$inferInsert, 'revision_id'>[],
): Promise<number> {
  const last = tx
    .select({ number: sql`coalesce(${max(contentRevisions.number)}, 0) + 1` })
    .from(contentRevisions)
    .where(ofItem(contentRevisions, { kind, id }))
  const [row] = await tx
    .insert(contentRevisions)
    .values({ kind, item_id: id, number: sql`(${last})`, source, takes_back: takesBack ?? null, published_by: by })
    .returning({ id: contentRevisions.id, number: contentRevisions.number })
  if (!row) throw new Error('The insert returned no row')
  for (const part of parts) await tx.insert(contentRevisionParts).values({ revision_id: row.id, ...part })
  return row.number
}

/** The only revision that can be reverted: the latest that was not reverted yet. */
export async function findLatestRevision(db: Db, item: ItemRef) {
  const [row] = await db
    .select({ id: contentRevisions.id, number: contentRevisions.number })
    .from(contentRevisions)
    .where(isLatest(item))
  return row
}

const isNotReverted = and(isNull(contentRevisions.taken_back_at), ne(contentRevisions.source, 'take_back'))
const isLatest = (item: ItemRef) =>
  and(
    ofItem(contentRevisions, item),
    eq(
      contentRevisions.number,
      sql`(select max(r.number) from content_revisions r where r.kind = ${item.kind} and r.item_id = ${item.id}
        and r.taken_back_at is null and r.source <> 'take_back')`,
    ),
    isNotReverted,
  )

export const readRevisionParts = (db: Db, revisionId: string) =>
  db.select().from(contentRevisionParts).where(eq(contentRevisionParts.revision_id, revisionId))

export const markReverted = (tx: Tx, revisionId: string) =>
  tx.update(contentRevisions).set({ taken_back_at: sql`now()` }).where(eq(contentRevisions.id, revisionId))

/** Deletes the drafts and revisions of a deleted item. */
export async function deleteHistory(tx: Tx, item: ItemRef) {
  await deleteDraft(tx, item)
  await tx.delete(contentRevisions).where(ofItem(contentRevisions, item))
}

/** Pseudo-part of the first publication, which changes no part because nothing was published before. */
export const FIRST_PART = 'status'

/** Revisions of one item, which the scope of the list specifies. */
export const revisionSource = {
  table: contentRevisions,
  id: sql`${contentRevisions.id}::text`,
  where: ({ id }) => id && isAmongUuids(contentRevisions.id, id),
  keys: { number: [sql`${contentRevisions.number}`] },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: contentRevisions.id,
          number: contentRevisions.number,
          source: contentRevisions.source,
          takes_back: contentRevisions.takes_back,
          published_at: contentRevisions.published_at,
          published_by: usernameOf(contentRevisions.published_by),
          taken_back_at: contentRevisions.taken_back_at,
          changes: sql<{ part: string; title: string }[]>`(
          select coalesce(json_agg(json_build_object('part', p.part, 'title', p.title) order by p.part), '[]')
          from ${contentRevisionParts} p where p.revision_id = "content_revisions"."id")`,
          /** Whether this revision can be reverted. */
          is_latest: sql<boolean>`${contentRevisions.taken_back_at} is null and ${contentRevisions.source} <> 'take_back'
          and not exists (select from content_revisions r where r.kind = "content_revisions"."kind"
            and r.item_id = "content_revisions"."item_id" and r.number > "content_revisions"."number"
            and r.taken_back_at is null and r.source <> 'take_back')
          and not exists (select from ${contentRevisionParts} p
            where p.revision_id = "content_revisions"."id" and p.part = ${FIRST_PART})`,
          ...slice.cursor,
        })
        .from(contentRevisions),
      slice,
    ),
} satisfies ListSourceOf<'listCourseRevisions'>
