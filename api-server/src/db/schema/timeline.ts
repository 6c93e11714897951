import type { TimelineTopic } from '@flagyard/api-types'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { lookup } from '../duties.ts'
import { certificates } from './certification.ts'
import { courseProgress, courses, lessonProgress, lessons } from './courses.ts'
import { deployments } from './deployments.ts'
import { examAttempts, exams } from './exams.ts'
import { flagAlerts, flagSolves, flags } from './flags.ts'
import { freezeAccounts, freezes } from './freezes.ts'
import { labs } from './labs.ts'
import { audit, outbox } from './operation.ts'
import { orders, paymentEvents } from './orders.ts'
import { sessions, users } from './users.ts'
import { contentTitle, entitlements, vouchers } from './vouchers.ts'

/** One kind of event in the timeline of an account. */
export interface TimelineSource {
  /** Topic and event, such as `order.paid`. */
  kind: TimelineTopic | `${TimelineTopic}.${string}`
  from: SQLWrapper
  /** Time of the event. Rows without it are skipped. */
  at: PgColumn
  /** Unique among the events of this kind. */
  id: SQLWrapper
  subject: SQLWrapper
  detail?: SQLWrapper
  where: (userId: string, username: string) => SQL
}

type Events = Partial<Record<TimelineSource['kind'], PgColumn | readonly [at: PgColumn, detail: SQLWrapper]>>

/** Events of one table, by the column with the account's id. The table needs an index that begins with that column. */
const eventsOf = (of: PgColumn, id: PgColumn, subject: SQLWrapper, events: Events) =>
  Object.entries(events).map(([kind, event]): TimelineSource => {
    const [at, detail] = Array.isArray(event) ? event : [event]
    return {
      kind,
      from: of.table,
      at,
      id,
      subject,
      detail,
      where: (userId) => sql`${of} = ${userId}`,
    } as TimelineSource
  })

const orderName = sql`${orders.number} || ' · ' || ${orders.title}`
/** Taken from the provider's event, because a later payment overwrites the order's state. */
const failedPayment = (kind: 'failed' | 'cancelled'): TimelineSource => ({
  kind: `order.${kind}`,
  from: sql`${orders} join ${paymentEvents} on ${paymentEvents.order_id} = ${orders.id} and ${paymentEvents.kind} = ${kind}`,
  at: paymentEvents.received_at,
  id: sql`md5(${paymentEvents.event_id})`,
  subject: orderName,
  where: (userId) => sql`${orders.user_id} = ${userId}`,
})

const alertedFlag = sql`${lookup(flagAlerts.flag_id, flags.title)}
  || coalesce(' · ' || ${lookup(flagAlerts.flag_id, flags.lab_id, labs.title)}, '')`
/** ` (deployed 2026-05-01 09:30 UTC)` */
const deployedAt = (id: PgColumn) =>
  sql`coalesce(' (deployed ' || to_char(${lookup(id, deployments.created_at)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC)', '')`

/** Everything that the timeline of an account shows. */
export const timelineSources: readonly TimelineSource[] = [
  ...eventsOf(users.id, users.id, users.username, {
    'account.created': [users.created_at, users.referrer],
    'account.activated': users.activated_at,
    'account.disabled': [users.disabled_at, users.disabled_reason],
  }),
  ...eventsOf(sessions.user_id, sessions.id, sql`coalesce(${sessions.address}, 'unknown address')`, {
    'session.started': sessions.created_at,
    'session.ended': [sessions.ended_at, sessions.end_reason],
  }),
  ...eventsOf(freezes.user_id, freezes.id, sql`''`, {
    'account.frozen': [
      freezes.frozen_at,
      sql`${freezes.reason} || ' (' || ${freezes.sessions} || ' sessions and ' || ${freezes.labs} || ' labs ended, ' ||
        (select count(*) from ${freezeAccounts} where ${freezeAccounts.freeze_id} = ${freezes.id}) || ' cloud accounts held)'`,
    ],
    'account.unfrozen': [freezes.lifted_at, freezes.lift_reason],
  }),
  ...eventsOf(entitlements.user_id, entitlements.id, contentTitle(entitlements), {
    'access.granted': [entitlements.created_at, entitlements.source],
    'access.suspended': [entitlements.suspended_at, entitlements.reason],
    'access.revoked': [entitlements.revoked_at, entitlements.reason],
  }),
  ...eventsOf(lessonProgress.user_id, lessonProgress.lesson_id, lookup(lessonProgress.lesson_id, lessons.title), {
    'lesson.completed': lessonProgress.completed_at,
  }),
  ...eventsOf(courseProgress.user_id, courseProgress.course_id, lookup(courseProgress.course_id, courses.title), {
    'course.completed': courseProgress.completed_at,
  }),
  ...eventsOf(flagSolves.user_id, flagSolves.id, lookup(flagSolves.flag_id, flags.title), {
    'flag.solved': flagSolves.solved_at,
  }),
  // One learner submitted the flag of another: the alert is in the timelines of both.
  ...eventsOf(flagAlerts.user_id, flagAlerts.id, alertedFlag, {
    'flag.alert': [
      flagAlerts.at,
      sql`'It is the flag of ' || ${lookup(flagAlerts.owner_id, users.username)} || ${deployedAt(flagAlerts.owner_deployment_id)}`,
    ],
  }),
  ...eventsOf(flagAlerts.owner_id, flagAlerts.id, alertedFlag, {
    'flag.leaked': [
      flagAlerts.at,
      sql`'Handed in by ' || ${lookup(flagAlerts.user_id, users.username)} || ${deployedAt(flagAlerts.deployment_id)}`,
    ],
  }),
  ...eventsOf(
    deployments.user_id,
    deployments.id,
    sql`coalesce(${lookup(deployments.lab_id, labs.title)},
      case when ${deployments.preflight_of} is null then 'Exam environment' else 'Test before an exam' end)`,
    { 'deployment.asked': deployments.created_at, 'deployment.ended': [deployments.ended_at, deployments.reason] },
  ),
  ...eventsOf(examAttempts.user_id, examAttempts.id, lookup(examAttempts.exam_id, exams.title), {
    'exam.bought': examAttempts.created_at,
    'exam.started': examAttempts.started_at,
    'exam.decided': [examAttempts.decided_at, examAttempts.state],
  }),
  ...eventsOf(vouchers.owner_id, vouchers.id, contentTitle(vouchers), {
    'voucher.owned': [vouchers.created_at, vouchers.recipient],
  }),
  ...eventsOf(certificates.user_id, certificates.id, certificates.title, {
    'certificate.issued': certificates.issued_at,
    'certificate.revoked': [certificates.revoked_at, certificates.reason],
  }),
  ...eventsOf(orders.user_id, orders.id, orderName, {
    'order.placed': orders.created_at,
    'order.paid': orders.paid_at,
  }),
  failedPayment('failed'),
  failedPayment('cancelled'),
  ...eventsOf(outbox.user_id, outbox.id, outbox.subject, { 'mail.queued': [outbox.created_at, outbox.state] }),
  {
    kind: 'audit',
    from: audit,
    at: audit.at,
    id: audit.id,
    subject: audit.action,
    detail: sql`coalesce(${audit.actor}, 'the system') || coalesce(': ' || ${audit.reason}, '')`,
    where: (_, username) => sql`${audit.subject_type} = 'user' and ${audit.subject_id} = ${username}`,
  },
]
