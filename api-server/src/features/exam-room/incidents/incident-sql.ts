import { PREPARE_MINUTES } from '@flagyard/api-types/exams/timing'
import { type SQL, sql } from 'drizzle-orm'
import {
  cloudAccounts,
  deployments,
  examAttempts,
  examLedger,
  exams,
  incidents,
  type LedgerKind,
} from '../../../db/schema/index.ts'
import { failedBuilds, MAX_FAILED_BUILDS } from '../../deployments/failed-builds-sql.ts'

/** Exams that begin so much later than now belong to an incident whose end nobody knows yet. */
export const OPEN_END_HOURS = 24
/** No exam lasts longer from its hour to its end, with all that stands its clock. */
const LONGEST_DAYS = 14

/** The region of the account in which the attempt has, or last had, its environment. An exam has none until its account is taken. */
export const regionOf = sql<string | null>`(select ${cloudAccounts.region} from ${deployments}
  join ${cloudAccounts} on ${cloudAccounts.id} = ${deployments.cloud_account_id}
  where ${deployments.attempt_id} = ${examAttempts.id} order by ${deployments.created_at} desc limit 1)`

/**
 * The attempts that an incident is about: those that something was done to for it, and those of its cloud, region and exam that are prepared,
 * sat or booked while it lasts.
 */
export const isOfIncident = (id: string): SQL =>
  sql`${examAttempts.id} in (
    select ${examLedger.attempt_id} from ${examLedger} where ${examLedger.incident_id} = ${id}::uuid
    union
    select "exam_attempts".id from ${incidents}
      join "exam_attempts" on ${examAttempts.scheduled_at} between ${incidents.from_at} - make_interval(days => ${LONGEST_DAYS}::int)
        and coalesce(${incidents.until_at}, now() + make_interval(hours => ${OPEN_END_HOURS}::int)) + make_interval(mins => ${PREPARE_MINUTES}::int)
      join ${exams} on ${exams.id} = ${examAttempts.exam_id}
    where ${incidents.id} = ${id}::uuid
      and (${examAttempts.state} in ('scheduled', 'preparing', 'active') or ${examAttempts.decided_at} >= ${incidents.from_at})
      and (${incidents.exam_id} is null or ${incidents.exam_id} = ${exams.id})
      and (${incidents.cloud} is null or ${incidents.cloud} = ${exams.cloud})
      and (${incidents.region} is null or ${incidents.region} = ${regionOf}))`

/** Rows of the ledger since the exam began: what was before a postponement is past. */
const sinceStart = sql`${examLedger.position} > coalesce((select max(before.position) from exam_ledger before
  where before.attempt_id = ${examAttempts.id} and before.kind in ('start', 'reschedule', 'restored')), 0)`

const countOf = (id: string, kind: LedgerKind, more = sql``) => sql`(select count(*) from ${examLedger}
  where ${examLedger.attempt_id} = ${examAttempts.id} and ${examLedger.incident_id} = ${id}::uuid and ${examLedger.kind} = ${kind} ${more})`

/** Whether the incident holds the clock of the attempt: the same rule as in holds.ts. */
export const isHeldBy = (id: string): SQL =>
  sql`${countOf(id, 'stop', sql`and ${sinceStart}`)} > ${countOf(id, 'resume', sql`and ${sinceStart}`)}`

export const wasDone = (id: string, kind: LedgerKind): SQL => sql`${countOf(id, kind)} > 0`

/** Minutes by which it can still be extended: the same rule as `extendedMinutes`. */
export const minutesLeft = sql`coalesce((${examAttempts.terms} ->> 'extension_ceiling_minutes')::int, 0) - (select coalesce(sum(${examLedger.seconds}), 0) / 60
  from ${examLedger} where ${examLedger.attempt_id} = ${examAttempts.id} and ${examLedger.kind} = 'extension' and ${sinceStart})`

/** Whether its environment waits for a person: too many builds have failed, and none is on its way. */
export const isStuck = sql`${failedBuilds(sql`${examAttempts.id}`)} >= ${MAX_FAILED_BUILDS}::int
  and not exists (select 1 from ${deployments} where ${deployments.attempt_id} = ${examAttempts.id}
    and ${deployments.state} in ('queued', 'held', 'provisioning', 'running'))`
