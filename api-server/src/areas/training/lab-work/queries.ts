import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { pipelinedRead } from '../../../db/prepared.ts'
import { flagSolves, flags, labAccess, labs } from '../../../db/schema/index.ts'
import { type LabLesson, lessonsOfLab } from '../../catalogue/courses/lab-lessons-sql.ts'
import { flagCount } from '../../catalogue/labs/flag-count-sql.ts'
import { labNotFound } from '../../catalogue/labs/service.ts'

const userId = sql.placeholder('userId')

/** The learner's access row and number of solved flags for each lab where they have either. */
export const listUseOfLabs = (db: Db, user: string) => useOfLabs(db, { userId: user })

const useOfLabs = pipelinedRead('list_use_of_labs', (db) => {
  const access = db.select().from(labAccess).where(eq(labAccess.user_id, userId)).as('access')
  const solved = db
    // Archived flags are excluded in the count: as a condition, Postgres considers it selective and starts with all flags.
    .select({
      lab_id: flags.lab_id,
      solved: sql<number>`(count(*) filter (where ${flags.archived_at} is null))::int`.as('solved'),
    })
    .from(flagSolves)
    .innerJoin(flags, eq(flags.id, flagSolves.flag_id))
    .where(and(eq(flagSolves.user_id, userId), isNull(flagSolves.attempt_id)))
    .groupBy(flags.lab_id)
    .as('solves')
  return db
    .select({
      lab_id: sql<string>`coalesce(${access.lab_id}, ${solved.lab_id})`,
      learner_lab: { ...access._.selectedFields },
      solved: sql<number>`coalesce(${solved.solved}, 0)`,
    })
    .from(access)
    .fullJoin(solved, eq(solved.lab_id, access.lab_id))
})

/** A lab with the learner's progress, and the lessons that contain it. */
export interface MyLab {
  lab: typeof labs.$inferSelect
  flags: number
  lessons: LabLesson[]
  learner_lab: typeof labAccess.$inferSelect | null
  solved: number
}

export async function findMyLab(db: Db, user: string, slug: string): Promise<MyLab> {
  const [row] = await bySlug(db, { userId: user, slug })
  if (!row) throw labNotFound()
  return row
}

const bySlug = pipelinedRead('find_my_lab', (db) =>
  db
    .select({
      lab: labs,
      flags: flagCount,
      lessons: lessonsOfLab,
      learner_lab: labAccess,
      solved: sql<number>`(select count(*)::int from ${flagSolves} s join ${flags} f on f.id = s.flag_id
        where s.user_id = ${userId} and s.attempt_id is null and f.archived_at is null and f.lab_id = ${labs.id})`,
    })
    .from(labs)
    .leftJoin(labAccess, and(eq(labAccess.lab_id, labs.id), eq(labAccess.user_id, userId)))
    .where(eq(labs.slug, sql.placeholder('slug'))),
)
