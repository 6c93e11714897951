import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { pipelinedRead } from '../../db/prepared.ts'
import { deployments, flagSolves, flags, labAccess, labs } from '../../db/schema/index.ts'
import { lessonsOfLab } from '../courses/lab-lessons-sql.ts'
import { openLabs } from '../entitlements/access-sql.ts'
import { flagCount } from '../labs/flag-count-sql.ts'

const userId = sql.placeholder('userId')

/** A lab with what the learner did in it, and the lessons that contain it. */
const selectMyLab = (db: Db) =>
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

export type MyLab = Awaited<ReturnType<typeof selectMyLab>>[number]

/** Every lab that the ledger opens to the learner, or that they ever deployed. */
export const listMyLabs = (db: Db, user: string): Promise<MyLab[]> => mine(db, { userId: user })

const mine = pipelinedRead('list_my_labs', (db) =>
  selectMyLab(db)
    .where(
      or(
        sql`${labs.id} in ${openLabs(userId)}`,
        sql`${labs.id} in (select d.lab_id from ${deployments} d where d.user_id = ${userId})`,
      ),
    )
    .orderBy(asc(labs.title)),
)

/** The lab with this slug, if there is one, whether or not it is open to the learner. */
export const listMyLabBySlug = (db: Db, user: string, slug: string): Promise<MyLab[]> =>
  bySlug(db, { userId: user, slug })

const bySlug = pipelinedRead('find_my_lab', (db) => selectMyLab(db).where(eq(labs.slug, sql.placeholder('slug'))))
