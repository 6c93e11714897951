import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import {
  courseProgress,
  deployments,
  entitlements,
  examAttempts,
  exams,
  labs,
  lessons,
  users,
} from '../../db/schema/index.ts'

/** People that a preview names. */
const SHOWN = 100

export interface Running {
  kind: 'lab' | 'exam'
  /** Of the deployment, or of the attempt. */
  id: string
  username: string
  title: string
  state: string
}

/** The ids of those whose access came through the voucher, in the order in which accounts are locked. */
export async function listHolders(tx: Db, voucherId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: entitlements.user_id })
    .from(entitlements)
    .where(eq(entitlements.voucher_id, voucherId))
    .orderBy(asc(entitlements.user_id))
  return rows.map(({ id }) => id)
}

const throughVoucher = (voucherId: string) =>
  and(eq(entitlements.voucher_id, voucherId), isNull(entitlements.revoked_at))

/** Whether the learner has another open right of which this is so: what runs by that one goes on. */
const hasAnother = (opens: SQL) => sql<boolean>`exists (select 1 from entitlements o
  where o.user_id = ${entitlements.user_id} and o.id <> ${entitlements.id} and o.revoked_at is null and o.suspended_at is null
    and (o.ends_at is null or o.ends_at > now()) and ${opens})`

const sameTarget = sql`coalesce(o.course_id, o.lab_id, o.exam_id) =
  coalesce(${entitlements.course_id}, ${entitlements.lab_id}, ${entitlements.exam_id})`

/** Finished is who has completed the course or passed the exam: their certificate stays. */
const finished = sql<boolean>`(exists (select 1 from ${courseProgress} p where p.user_id = ${entitlements.user_id}
    and p.course_id = ${entitlements.course_id} and p.completed_at is not null)
  or exists (select 1 from ${examAttempts} a where a.user_id = ${entitlements.user_id}
    and a.exam_id = ${entitlements.exam_id} and a.state = 'passed'))`

/** People whose access through the voucher would end, and how many they are. */
export async function listLosing(db: Db, voucherId: string) {
  const rows = await db
    .select({
      username: users.username,
      finished,
      keeps_access: hasAnother(sameTarget),
      total: sql<number>`count(*) over ()::int`,
    })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .where(throughVoucher(voucherId))
    .orderBy(asc(users.username))
    .limit(SHOWN)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const inCourse = (course: SQL) =>
  sql`${deployments.lab_id} in (select l.lab_id from ${lessons} l where l.course_id = ${course})`
const opensLab = sql`(o.lab_id = ${deployments.lab_id} or ${inCourse(sql`o.course_id`)})`

/** Labs that are deployed and exams that are booked or sat through this voucher and nothing else. */
export async function listRunning(db: Db, voucherId: string): Promise<Running[]> {
  const activeLabs = await db
    .select({ id: deployments.id, username: users.username, title: labs.title, state: deployments.state })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .innerJoin(
      deployments,
      and(
        eq(deployments.user_id, entitlements.user_id),
        sql`(${deployments.lab_id} = ${entitlements.lab_id} or ${inCourse(sql`${entitlements.course_id}`)})`,
        inArray(deployments.state, ['queued', 'held', 'provisioning', 'running']),
      ),
    )
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .where(and(throughVoucher(voucherId), sql`not ${hasAnother(opensLab)}`))
    .orderBy(asc(deployments.cloud), asc(deployments.id))
  const activeExams = await db
    .select({ id: examAttempts.id, username: users.username, title: exams.title, state: examAttempts.state })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.user_id))
    .innerJoin(
      examAttempts,
      and(
        eq(examAttempts.user_id, entitlements.user_id),
        eq(examAttempts.exam_id, entitlements.exam_id),
        inArray(examAttempts.state, ['scheduled', 'preparing', 'active']),
      ),
    )
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(and(throughVoucher(voucherId), sql`not ${hasAnother(sameTarget)}`))
    .orderBy(asc(examAttempts.id))
  return [
    ...activeLabs.map((row) => ({ kind: 'lab' as const, ...row })),
    ...activeExams.map((row) => ({ kind: 'exam' as const, ...row })),
  ]
}
