import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { flagHints, flagSolves, flags, flagTries } from '../../../db/schema/index.ts'
import type { ContentReferences, LearnerContent } from '../../../extension-points/content-references.ts'

/** Condition for the flags of the exam or the labs. */
const flagsOf = ({ exam_id, lab_ids }: LearnerContent): SQL => {
  const { exam_id: exam, lab_id: lab } = flags
  return exam_id ? eq(exam, exam_id) : lab_ids.length > 0 ? inArray(lab, lab_ids) : sql`false`
}

/** Solved flags and hints taken. Tries in an exam move with their attempt; tries in a lab and all alerts stay with the learner who caused them. */
export const flagReferences: ContentReferences = {
  async list(db, content) {
    const solved = await db.$count(
      flagSolves,
      and(
        eq(flagSolves.user_id, content.user_id),
        isNull(flagSolves.attempt_id),
        sql`${flagSolves.flag_id} in (select ${flags.id} from ${flags} where ${flagsOf(content)})`,
      ),
    )
    const what = solved === 1 ? '1 solved flag' : `${solved} solved flags`
    return solved > 0 ? [{ what, is: 'progress', key: 'flags', merges: true }] : []
  },
  async move(tx, content, to) {
    const ofContent = tx.select({ id: flags.id }).from(flags).where(flagsOf(content))
    // If both learners solved a flag or took its hint, the receiver's record counts.
    if (!content.exam_id)
      for (const table of [flagSolves, flagHints])
        await tx
          .delete(table)
          .where(
            and(
              eq(table.user_id, content.user_id),
              inArray(table.flag_id, ofContent),
              sql`${table.flag_id} in (select theirs.flag_id from ${table} theirs where theirs.user_id = ${to})`,
            ),
          )
    for (const table of content.exam_id ? [flagSolves, flagHints, flagTries] : [flagSolves, flagHints])
      await tx
        .update(table)
        .set({ user_id: to })
        .where(and(eq(table.user_id, content.user_id), inArray(table.flag_id, ofContent)))
  },
}
