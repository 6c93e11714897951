import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, flagSolves, flags, labs, lessons } from '../../db/schema/index.ts'
import { flagCount } from '../labs/flag-count-sql.ts'

/** Every lab that the given courses or entitlements open, or that the learner ever deployed. */
export const listLabsOfLearner = (db: Db, userId: string, courseIds: string[], labIds: string[]) =>
  db
    .select({ lab: labs, flags: flagCount })
    .from(labs)
    .where(
      or(
        labIds.length > 0 ? inArray(labs.id, labIds) : undefined,
        courseIds.length > 0
          ? inArray(
              labs.id,
              db
                .select({ id: sql<string>`${lessons.lab_id}` })
                .from(lessons)
                .where(
                  and(
                    inArray(lessons.course_id, courseIds),
                    isNull(lessons.archived_at),
                    sql`${lessons.lab_id} is not null`,
                  ),
                ),
            )
          : undefined,
        inArray(
          labs.id,
          db
            .select({ id: sql<string>`${deployments.lab_id}` })
            .from(deployments)
            .where(and(eq(deployments.user_id, userId), sql`${deployments.lab_id} is not null`)),
        ),
      ),
    )
    .orderBy(asc(labs.title))

export const countSolvedByLab = (db: Db, userId: string, labIds: string[]) =>
  labIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ lab_id: sql<string>`${flags.lab_id}`, solved: sql<number>`count(*)::int` })
        .from(flagSolves)
        .innerJoin(flags, eq(flags.id, flagSolves.flag_id))
        .where(
          and(
            eq(flagSolves.user_id, userId),
            isNull(flagSolves.attempt_id),
            isNull(flags.archived_at),
            inArray(flags.lab_id, labIds),
          ),
        )
        .groupBy(flags.lab_id)

/** The learner's newest deployment of each lab. */
export const listLatestDeployments = (db: Db, userId: string, labIds: string[]) =>
  labIds.length === 0
    ? Promise.resolve([])
    : db
        .selectDistinctOn([deployments.lab_id])
        .from(deployments)
        .where(
          and(eq(deployments.user_id, userId), isNull(deployments.attempt_id), inArray(deployments.lab_id, labIds)),
        )
        .orderBy(deployments.lab_id, desc(deployments.created_at))
