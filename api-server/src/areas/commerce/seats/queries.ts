import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  courseProgress,
  courses,
  deployments,
  entitlements,
  examAttempts,
  exams,
  flagSolves,
  flags,
  labs,
  lessonProgress,
  lessons,
  orders,
  outbox,
  users,
  vouchers,
} from '../../../db/schema/index.ts'
import { hasId } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { isUnderReview } from '../../training/exam-attempts/index.ts'
import { isSeated } from '../orders/index.ts'
import { voucherState } from '../vouchers/index.ts'

const ofLearner = sql`${entitlements.user_id}`
const course = sql`${vouchers.course_id}`

/** Time of the learner's first activity in the content. */
const startedAt = sql<Date | null>`case ${vouchers.kind}
  when 'course' then (select min(p.begun_at) from ${lessonProgress} p where p.user_id = ${ofLearner} and p.course_id = ${course})
  when 'lab' then (select min(d.created_at) from ${deployments} d where d.user_id = ${ofLearner} and d.lab_id = ${vouchers.lab_id})
  else (select min(a.started_at) from ${examAttempts} a where a.user_id = ${ofLearner} and a.exam_id = ${vouchers.exam_id}) end`.mapWith(
  vouchers.created_at,
)
const requiredFlags = sql`${flags} f where f.lab_id = ${vouchers.lab_id} and f.required and f.archived_at is null`
const solved = sql`${flagSolves} s where s.user_id = ${ofLearner} and s.attempt_id is null`
/** A course is complete with its required lessons, a lab with its required flags, an exam when it is passed. */
const completedAt = sql<Date | null>`case ${vouchers.kind}
  when 'course' then (select p.completed_at from ${courseProgress} p where p.user_id = ${ofLearner} and p.course_id = ${course})
  when 'lab' then case when exists (select 1 from ${requiredFlags})
    and not exists (select 1 from ${requiredFlags} and not exists (select 1 from ${solved} and s.flag_id = f.id))
    then (select max(s.solved_at) from ${solved} and s.flag_id in (select f.id from ${requiredFlags})) end
  else (select min(exam_attempts.decided_at) from ${examAttempts} where exam_attempts.user_id = ${ofLearner}
    and exam_attempts.exam_id = ${vouchers.exam_id} and exam_attempts.state = 'passed' and not ${isUnderReview}) end`.mapWith(
  vouchers.created_at,
)
/** Minutes of videos that the learner watched. */
const minutes = sql<number>`coalesce((select floor(sum((i.value ->> 1)::float - (i.value ->> 0)::float) / 60)
  from ${lessonProgress} p, jsonb_array_elements(p.intervals) i
  where p.user_id = ${ofLearner} and p.course_id = ${course}), 0)::int`
const labsOfIt = sql`(select l.lab_id from ${lessons} l where l.course_id = ${course} union select ${vouchers.lab_id})`
/** Points for flags in labs. Exam results belong to the learner and are not shown. */
const points = sql<number>`coalesce((select sum(s.points) from ${solved}
  and s.flag_id in (select f.id from ${flags} f where f.lab_id in ${labsOfIt})), 0)::int`

/** Whether the order's visibility level shows progress, and the access it paid for was not revoked. */
const showsProgress = sql`${orders.visibility} = 'progress' and ${entitlements.id} is not null and ${entitlements.revoked_at} is null`
const shown = <T>(value: ReturnType<typeof sql<T>>) => sql<T | null>`case when ${showsProgress} then ${value} end`
const consented = <T>(value: ReturnType<typeof sql<T>>) =>
  sql<T | null>`case when ${showsProgress} and ${entitlements.shares_effort} then ${value} end`
const shownTime = (value: ReturnType<typeof sql<Date | null>>) => shown(value).mapWith(vouchers.created_at)

/** Conditions for the vouchers to read: those of an order, or of individual seats. */
export const ofOrder = (orderId: string): SQL =>
  sql`(${vouchers.order_id} = ${orderId} and ${vouchers.seat} is not null)`
export const ofSeats = (seats: readonly { order_id: string; seat: number }[]): SQL =>
  sql`(${vouchers.order_id}, ${vouchers.seat}) in (select s.order_id, s.seat
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as s(order_id uuid, seat int))`

/** Vouchers with their users, by seat. Values that the order's visibility level hides are not read. */
export const listSeats = ({ db, issuedCertificates }: Pick<Deps, 'db' | 'issuedCertificates'>, which: SQL) =>
  db
    .select({
      id: vouchers.id,
      order_id: orders.id,
      order_number: orders.number,
      visibility: orders.visibility,
      gift_on: orders.gift_on,
      seat: sql<number>`${vouchers.seat}`,
      kind: vouchers.kind,
      slug: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
      title: sql<string>`coalesce(${courses.title}, ${labs.title}, ${exams.title})`,
      code: vouchers.code,
      state: voucherState,
      recipient: vouchers.recipient,
      version: vouchers.version,
      mail_waits: vouchers.mail_waits,
      used_by: users.full_name,
      used_at: entitlements.created_at,
      shows_progress: sql<boolean>`coalesce(${showsProgress}, false)`,
      started_at: shownTime(startedAt),
      due_at: shownTime(sql<Date | null>`${entitlements.ends_at}`),
      completed_at: shownTime(completedAt),
      certificate: shown(issuedCertificates.validId(ofLearner, sql`${vouchers.course_id}`, sql`${vouchers.exam_id}`)),
      minutes: consented(minutes),
      points: consented(points),
    })
    .from(vouchers)
    .innerJoin(orders, eq(orders.id, vouchers.order_id))
    .leftJoin(courses, eq(courses.id, vouchers.course_id))
    .leftJoin(labs, eq(labs.id, vouchers.lab_id))
    .leftJoin(exams, eq(exams.id, vouchers.exam_id))
    .leftJoin(entitlements, eq(entitlements.voucher_id, vouchers.id))
    .leftJoin(users, eq(users.id, entitlements.user_id))
    .where(which)
    .orderBy(
      desc(orders.created_at),
      asc(orders.id),
      asc(vouchers.seat),
      asc(vouchers.kind),
      asc(sql`coalesce(${courses.title}, ${labs.title}, ${exams.title})`),
      asc(vouchers.id),
    )

/** Newest mail to each address about each voucher or its order. One mail contains everything that a seat opens, and refers to one of its vouchers. */
export const listMails = (db: Db, which: SQL) =>
  db
    .selectDistinctOn([outbox.about, sql`lower(${outbox.recipient})`], {
      about: outbox.about,
      recipient: sql<string>`lower(${outbox.recipient})`,
      state: outbox.state,
      created_at: outbox.created_at,
    })
    .from(outbox)
    .where(
      inArray(
        outbox.about,
        db
          .select({ about: sql`'voucher:' || ${vouchers.id}` })
          .from(vouchers)
          .where(which)
          .union(
            db
              .select({ about: sql`'order:' || ${vouchers.order_id}` })
              .from(vouchers)
              .where(which),
          ),
      ),
    )
    .orderBy(outbox.about, sql`lower(${outbox.recipient})`, desc(outbox.created_at))

/** The learner's seats that others can see: a different buyer, or the managers of an organisation. With a voucher id, only that seat. */
export const listSharing = (db: Db, userId: string, voucherId?: string) =>
  db
    .select({
      voucher_id: vouchers.id,
      kind: vouchers.kind,
      slug: sql<string>`coalesce(${courses.slug}, ${labs.slug}, ${exams.slug})`,
      title: sql<string>`coalesce(${courses.title}, ${labs.title}, ${exams.title})`,
      with: sql<string>`coalesce(nullif(${orders.billing} ->> 'company', ''), ${users.full_name}, '')`,
      visibility: orders.visibility,
      shares_effort: entitlements.shares_effort,
    })
    .from(entitlements)
    .innerJoin(vouchers, eq(vouchers.id, entitlements.voucher_id))
    .innerJoin(orders, eq(orders.id, vouchers.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(courses, eq(courses.id, vouchers.course_id))
    .leftJoin(labs, eq(labs.id, vouchers.lab_id))
    .leftJoin(exams, eq(exams.id, vouchers.exam_id))
    .where(
      and(
        eq(entitlements.user_id, userId),
        isNull(entitlements.revoked_at),
        or(ne(orders.user_id, userId), and(isNotNull(orders.organisation_id), isSeated)),
        voucherId === undefined ? undefined : hasId(vouchers.id, voucherId),
      ),
    )
    .orderBy(asc(entitlements.created_at), asc(entitlements.id))
    .limit(200)
