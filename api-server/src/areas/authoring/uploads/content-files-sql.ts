import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
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
  lessons,
} from '../../../db/schema/index.ts'

/**
 * Rows of content that refer to a stored file: as a video, caption file, download, cover or picture of an instructor, or in a text.
 * Includes drafts, revisions that can be restored, and snapshots of runs and bookings.
 */
export function filesInContent(name: SQLWrapper): SQL {
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
    select from ${contentDraftParts} where ${within(contentDraftParts.document)} union all
    select from ${contentRevisionParts} where ${within(contentRevisionParts.before, contentRevisionParts.after)}`
}
