import { sql } from 'drizzle-orm'
import type { Refusal } from '../../../../db/list-source.ts'
import { accountBookings, cloudAccounts, deployments, labAccess, lessons, users } from '../../../../db/schema/index.ts'
import { isOpen } from '../../../catalogue/entitlements/access-sql.ts'
import { failedBuilds, MAX_FAILED_BUILDS } from '../failed-builds-sql.ts'

/**
 * Reason why an action on a deployment is refused; null if it is allowed. The list, the page, the dry run and the API call use the same
 * expressions. They refer to the table `deployments` in a statement that joins others.
 */
const { state, reason, kind, user_id, lab_id } = deployments

const isClosed = sql`exists (select from ${users} u where u.id = ${user_id}
  and (u.disabled_at is not null or u.deletion_due_at is not null))`

export const endRefusal = (): Refusal => sql`case
  when ${state} = 'ending' then 'It is already ending.'
  when ${state} = 'ended' then 'It has ended.'
  when ${kind} = 'exam' and ${isClosed}
    then 'The account of its candidate is closed, and gets no other environment. Decide about the exam on the page of the attempt.' end`

/** Exams are ended one by one, because candidates lose their work in the environment. */
export const endManyRefusal = (): Refusal => sql`case
  when ${kind} = 'exam' then 'It belongs to an exam: end it on its own page.' else ${endRefusal()} end`

/** Maximum number of labs that a learner may have deployed or queued at the same time. */
export const MAX_ACTIVE_LABS = 3

const newerOne = sql`from ${deployments} n where n.user_id = ${user_id} and n.lab_id = ${lab_id}
  and n.attempt_id is null and n.test is null and n.created_at > ${deployments.created_at}`

/** Latest deployment of the same lab and learner that is newer than this one. */
export const nextOne = sql<string | null>`(select n.id ${newerOne} order by n.created_at desc limit 1)`

const isOver = sql`exists (select from ${labAccess} x where x.user_id = ${user_id} and x.lab_id = ${lab_id} and x.access_ends_at <= now())`
const opensIt = sql`(${isOpen(user_id, { course: deployments.course_id })} or (${isOpen(user_id, { lab: lab_id })} and not ${isOver}))`

const newerEnvironment = sql`select from ${deployments} n
  where n.attempt_id = ${deployments.attempt_id} and n.created_at > ${deployments.created_at}`
/** An attempt has a booking while it is booked, in preparation or in progress. */
const hasHour = sql`exists (select from ${accountBookings} b where b.attempt_id = ${deployments.attempt_id})`

/** An ended environment is normally replaced automatically, until too many builds have failed. */
const examRetryRefusal = sql`case
  when ${state} <> 'ended' then 'It has not ended.'
  when exists (${newerEnvironment}) then 'There is a newer environment of this exam.'
  when not ${hasHour} then 'Its exam is over.'
  when ${isClosed} then 'The account of its candidate is closed.'
  when ${failedBuilds(sql`${deployments.attempt_id}`)} < ${sql.raw(String(MAX_FAILED_BUILDS))} then 'Another one is built by itself.' end`

export const retryRefusal = (): Refusal => sql`case
  when ${kind} = 'exam' then ${examRetryRefusal}
  when ${kind} <> 'lab' then 'Only a learner’s own lab is tried again from here.'
  when ${state} <> 'ended' then 'It has not ended.'
  when ${reason} not in ('failed', 'administrator') then 'It did not end by our fault. Its learner can deploy it again.'
  when exists (select ${newerOne}) then 'There is a newer one of this lab.'
  when ${isClosed} then 'The account of its learner is closed.'
  when exists (select from ${lessons} l where l.id = ${deployments.lesson_id} and l.archived_at is not null)
    then 'Its lesson is not in the course any more.'
  when not ${opensIt} then 'Its learner has no access to this lab any more.'
  when (select count(*) from ${deployments} a where a.user_id = ${user_id} and a.attempt_id is null and a.preflight_of is null
    and a.state in ('queued', 'held', 'provisioning', 'running')) >= ${sql.raw(String(MAX_ACTIVE_LABS))}
    then ${sql.raw(`'Its learner already has ${MAX_ACTIVE_LABS} labs. One of them must end first.'`)} end`

const { status, lock_reason, hold_reason } = cloudAccounts

/** After the account was cleaned or leased to someone else, it holds no evidence of this deployment. */
export const holdRefusal = (): Refusal => sql`nullif(coalesce((select case
    when ${hold_reason} is not null then 'Its account is already being held. The lab in it is still ending.'
    when ${lock_reason} = 'hold' then 'Its account is held already.'
    when ${lock_reason} = 'reserved' then 'Nothing is built in its account yet, which is reserved for the exam.'
    when ${status} in ('Provisioning', 'Provisioned', 'Dirty') or ${lock_reason} = 'lease' then ''
    else 'An account in the state ' || ${status} || ' cannot be held as it was.' end
  from ${cloudAccounts} where ${cloudAccounts.deployment_id} = ${deployments.id} and ${cloudAccounts.retired_at} is null limit 1),
  case when ${state} = 'queued' then 'It has no account yet.' else 'Its account was cleaned since, or went to somebody else.' end), '')`
