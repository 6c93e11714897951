import { and, eq, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Refusal } from '../../../db/lists/list-source.ts'
import {
  accountBookings,
  cloudAccounts,
  deploymentInventories,
  deployments,
  flags,
  labAccess,
  labSnapshots,
  lessons,
  type RunFlag,
  users,
} from '../../../db/schema/index.ts'
import { isOpen } from '../../catalogue/entitlements/index.ts'

/** States in which a deployment counts as the active one of its lab and uses the snapshot it started with. */
export const ACTIVE = ['queued', 'held', 'provisioning', 'running'] as const

/** The deployment is in one of these states. */
export const isActiveState = inArray(deployments.state, [...ACTIVE])

/** A flag as the learner's run defines it. */
export interface RunOfFlag {
  /** Null if the flag was added after the run started. */
  flag: RunFlag | null
  /** Ids of the flags that complete the lesson of the run. */
  required: string[]
}

/** The flag of the row, from the snapshot of the learner's active run; null without one. */
export const runOfFlag = (userId: SQLWrapper): SQL<RunOfFlag | null> => sql<RunOfFlag | null>`(select json_build_object(
    'flag', jsonb_path_query_first(${labSnapshots.flags}, '$[*] ? (@.id == $id)', jsonb_build_object('id', ${flags.id})),
    'required', jsonb_path_query_array(${labSnapshots.flags}, '$[*] ? (@.required == true).id'))
  from ${deployments} join ${labSnapshots} on ${labSnapshots.id} = ${deployments.snapshot_id}
  where ${and(
    eq(deployments.user_id, userId),
    eq(deployments.lab_id, flags.lab_id),
    isNull(deployments.attempt_id),
    isNull(deployments.test),
    isActiveState,
  )} limit 1)`

/** Maximum number of consecutive failed builds of an attempt, after which builds are no longer retried automatically. */
export const MAX_FAILED_BUILDS = 3

/** Number of failed builds of an attempt since one last ran. */
export const failedBuilds = (attemptId: SQL) => sql<number>`(select count(*)::int from deployments d
  where d.attempt_id = ${attemptId} and d.reason = 'failed'
    and d.created_at > coalesce((select max(r.created_at) from deployments r
      where r.attempt_id = ${attemptId} and r.running_at is not null), '-infinity'))`

/**
 * Time of the last test run in which an author solved every required flag of a lab; null if there is none. Test runs of all authors
 * count, because solvability is a property of the lab. Canary runs do not count: they follow a script. `built` is a result of the function
 * `lab_built`, or `current` for the published lab in the outer table "labs"; without it, test runs of all builds count.
 */
export const lastSolvedTest = ({ id, built }: { id: SQL; built?: SQL | 'current' }) => sql<
  Date | string | null
>`(select max(d.running_at)
  from deployments d join lab_snapshots s on s.id = d.snapshot_id
  where d.lab_id = ${id} and d.test is not null and not d.test ? 'canary'
  ${built ? sql`and s.built = ${built === 'current' ? builtNow : built}` : sql``}
  and not exists (select from jsonb_array_elements(s.flags) f
    where (f ->> 'required')::boolean and not d.test -> 'solved' ? (f ->> 'id')))`

const builtNow = sql`lab_built(to_jsonb("labs".*), (select coalesce(jsonb_agg(to_jsonb(f.*)), '[]')
  from flags f where f.lab_id = "labs"."id" and f.archived_at is null))`

/** Label of a deployment in lists: username and title. */
export const deploymentLabel = sql<string>`(select u.username || ' · ' || coalesce(
  (select l.title from labs l where l.id = ${deployments.lab_id}), (select e.title from exams e where e.id = ${deployments.exam_id}), 'Test before an exam')
  from users u where u.id = ${deployments.user_id})`

/** Learners' labs only: no exam environments, tests or pre-flights. */
export const isLearnersLab = and(isNotNull(deployments.lab_id), isNull(deployments.test))

/** Owners of running labs and exams that exceed their limits: one row per deployment. */
export const overLimits = sql`select ${deployments.user_id} as user_id from ${deploymentInventories}
  join ${deployments} on ${deployments.id} = ${deploymentInventories.deployment_id}
  where ${deploymentInventories.over_since} is not null and ${deployments.state} = 'running'`

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
    then 'The account of its candidate is closed, so no new environment is built. Decide about the exam on the page of the attempt.' end`

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
  when ${failedBuilds(sql`${deployments.attempt_id}`)} < ${sql.raw(String(MAX_FAILED_BUILDS))} then 'A new one is built automatically.' end`

export const retryRefusal = (): Refusal => sql`case
  when ${kind} = 'exam' then ${examRetryRefusal}
  when ${kind} <> 'lab' then 'Only a learner’s lab can be retried here.'
  when ${state} <> 'ended' then 'It has not ended.'
  when ${reason} not in ('failed', 'administrator') then 'It did not end because of us. Its learner can deploy it again.'
  when exists (select ${newerOne}) then 'There is a newer one of this lab.'
  when ${isClosed} then 'The account of its learner is closed.'
  when exists (select from ${lessons} l where l.id = ${deployments.lesson_id} and l.archived_at is not null)
    then 'Its lesson is no longer in the course.'
  when not ${opensIt} then 'Its learner no longer has access to this lab.'
  when (select count(*) from ${deployments} a where a.user_id = ${user_id} and a.attempt_id is null and a.preflight_of is null
    and a.state in ('queued', 'held', 'provisioning', 'running')) >= ${sql.raw(String(MAX_ACTIVE_LABS))}
    then ${sql.raw(`'Its learner already has ${MAX_ACTIVE_LABS} labs. One of them must end first.'`)} end`

const { status, lock_reason, hold_reason } = cloudAccounts

/** After the account was cleaned or leased to someone else, it holds no evidence of this deployment. */
export const holdRefusal = (): Refusal => sql`nullif(coalesce((select case
    when ${hold_reason} is not null then 'Its account is already being held. The lab in it is still ending.'
    when ${lock_reason} = 'hold' then 'Its account is already on hold.'
    when ${lock_reason} = 'reserved' then 'Nothing is built in its account yet, which is reserved for the exam.'
    when ${status} in ('Provisioning', 'Provisioned', 'Dirty') or ${lock_reason} = 'lease' then ''
    else 'An account in the state ' || ${status} || ' cannot be put on hold.' end
  from ${cloudAccounts} where ${cloudAccounts.deployment_id} = ${deployments.id} and ${cloudAccounts.retired_at} is null limit 1),
  case when ${state} = 'queued' then 'It has no account yet.' else 'Its account has since been cleaned or leased to another learner.' end), '')`
