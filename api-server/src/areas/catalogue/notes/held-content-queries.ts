import { and, eq, inArray, sql } from 'drizzle-orm'
import { lessonBookmarks, notes } from '../../../db/schema/index.ts'
import type { HeldContent } from '../../../extension-points/held-content.ts'
import { lessonsHeld } from '../courses/lessons-held-sql.ts'

/** Notes and bookmarked lessons. */
export const noteHoldings: HeldContent = {
  async list(db, held) {
    const count = await db.$count(
      notes,
      and(eq(notes.user_id, held.user_id), inArray(notes.lesson_id, lessonsHeld(held))),
    )
    return count > 0
      ? [{ what: count === 1 ? '1 note' : `${count} notes`, is: 'progress', key: 'notes', merges: true }]
      : []
  },
  async move(tx, held, to) {
    const inLessons = lessonsHeld(held)
    await tx
      .update(notes)
      .set({ user_id: to })
      .where(and(eq(notes.user_id, held.user_id), inArray(notes.lesson_id, inLessons)))
    const ofHolder = and(eq(lessonBookmarks.user_id, held.user_id), inArray(lessonBookmarks.lesson_id, inLessons))
    // A free lesson may be bookmarked by both learners.
    const theirs = sql`(select lesson_id from ${lessonBookmarks} theirs where theirs.user_id = ${to})`
    await tx.delete(lessonBookmarks).where(and(ofHolder, inArray(lessonBookmarks.lesson_id, theirs)))
    await tx.update(lessonBookmarks).set({ user_id: to }).where(ofHolder)
  },
}
