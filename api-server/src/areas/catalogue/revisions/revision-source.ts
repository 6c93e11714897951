import { sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, sliceOf } from '../../../db/lists/list-source.ts'
import { contentRevisionParts, contentRevisions, users } from '../../../db/schema/index.ts'
import { FIRST_PART } from './record.ts'

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
          published_by: sql<
            string | null
          >`(select u.username from ${users} u where u.id = "content_revisions"."published_by")`,
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
