import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { canaryRuns, exams, flags } from '../../../db/schema/index.ts'

/** Hours between two automatic canary runs of an exam. Each takes about a second. */
const HOURS_BETWEEN_RUNS = 24

/** Exams that have a canary and were not tested within the last day. */
export const listDueExams = (db: Db) =>
  db
    .select()
    .from(exams)
    .where(
      and(
        eq(exams.status, 'published'),
        sql`${exams.canary} is not null and jsonb_array_length(${exams.module_stages}) > 0`,
        sql`not exists (select from ${canaryRuns} r where r.exam_id = ${exams.id}
          and r.begun_at > now() - make_interval(hours => ${HOURS_BETWEEN_RUNS}::int))`,
      ),
    )
    .orderBy(asc(exams.slug))

/** Flags of the published exam. */
export const listFlags = (db: Db, examId: string) =>
  db
    .select()
    .from(flags)
    .where(and(eq(flags.exam_id, examId), isNull(flags.archived_at)))
    .orderBy(asc(flags.position))

export async function insertExamRun(tx: Db, run: Omit<typeof canaryRuns.$inferInsert, 'lab_id' | 'ended_at'>) {
  const [row] = await tx
    .insert(canaryRuns)
    .values({ ...run, ended_at: sql`clock_timestamp()` })
    .returning()
  if (!row?.ended_at) throw new Error('The insert returned no row')
  return { ...row, ended_at: row.ended_at }
}
