import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { type SQL, sql } from 'drizzle-orm'
import type { Refusal } from '../../../../db/lists/list-source.ts'
import {
  cloudAccounts,
  deployments,
  examAttempts,
  examLedger,
  exams,
  incidents,
  type LedgerKind,
  users,
} from '../../../../db/schema/index.ts'
import type { BulkDetails } from '../../../../extension-points/bulk-action.ts'
import { type Actor, refusedToYourself } from '../../../../identity/require-access.ts'
import { failedBuilds, MAX_FAILED_BUILDS } from '../../../clouds/deployments/index.ts'

/** For an incident without an end, exams that start within this many hours from now belong to it. */
const OPEN_END_HOURS = 24
/** Maximum number of days from the booked start to the end of an exam, including all pauses. */
const LONGEST_DAYS = 14

/** Region of the attempt's latest account. Null until an account is assigned. */
export const regionOf = sql<string | null>`(select ${cloudAccounts.region} from ${deployments}
  join ${cloudAccounts} on ${cloudAccounts.id} = ${deployments.cloud_account_id}
  where ${deployments.attempt_id} = ${examAttempts.id} order by ${deployments.created_at} desc limit 1)`

/**
 * Attempts affected by an incident: those with a ledger row for it, and those of its cloud, region and exam that are booked, in preparation or in
 * progress during it.
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

/** Ledger rows since the latest start or postponement. Earlier rows no longer count. */
const sinceStart = sql`${examLedger.position} > coalesce((select max(before.position) from exam_ledger before
  where before.attempt_id = ${examAttempts.id} and before.kind in ('start', 'reschedule', 'restored')), 0)`

const countOf = (id: string, kind: LedgerKind, more = sql``) => sql`(select count(*) from ${examLedger}
  where ${examLedger.attempt_id} = ${examAttempts.id} and ${examLedger.incident_id} = ${id}::uuid and ${examLedger.kind} = ${kind} ${more})`

/** Whether the incident currently pauses the clock of the attempt: the rule of `stopsOf`. */
const isStoppedBy = (id: string): SQL =>
  sql`${countOf(id, 'stop', sql`and ${sinceStart}`)} > ${countOf(id, 'resume', sql`and ${sinceStart}`)}`

const wasDone = (id: string, kind: LedgerKind): SQL => sql`${countOf(id, kind)} > 0`

/** Remaining minutes of possible extension: the maximum minus `extendedMinutes`. */
const minutesLeft = sql`coalesce((${examAttempts.terms} ->> 'extension_ceiling_minutes')::int, 0) - (select coalesce(sum(${examLedger.seconds}), 0) / 60
  from ${examLedger} where ${examLedger.attempt_id} = ${examAttempts.id} and ${examLedger.kind} = 'extension' and ${sinceStart})`

/** Whether the environment needs manual intervention: too many builds have failed, and none is in progress. */
const isStuck = sql`${failedBuilds(sql`${examAttempts.id}`)} >= ${MAX_FAILED_BUILDS}::int
  and not exists (select 1 from ${deployments} where ${deployments.attempt_id} = ${examAttempts.id}
    and ${deployments.state} in ('queued', 'held', 'provisioning', 'running'))`

/** Reason why an action is refused for an attempt of this incident; the first one that applies. */
const refusing =
  (reasons: (incident: string) => SQL) =>
  (_actor: unknown, { incident }: BulkDetails): Refusal =>
    incident
      ? sql`case when not (${isOfIncident(incident.id)}) then 'This exam is not among those of the incident.' ${reasons(incident.id)} end`
      : sql`'Choose an incident.'`

/** The same for actions that benefit the candidate: administrators may not apply them to themselves. */
const refusingGift =
  (reasons: (incident: string) => SQL) =>
  (actor: Actor, details: BulkDetails): Refusal =>
    refusedToYourself(actor, sql`${examAttempts.user_id}`, refusing(reasons)(actor, details))

const isNotRunning = sql`when ${examAttempts.state} <> 'active' then 'This exam is not running.'`
const isOver = sql`when ${examAttempts.active_until} <= now() then 'Its time is over.'`

const isDisabled = sql`when exists (select 1 from ${users} where ${users.id} = ${examAttempts.user_id} and ${users.disabled_at} is not null) then 'This account is disabled. Enable it first.'`

export const refusals = {
  stop: refusingGift(
    (id) => sql`${isNotRunning}
      when ${isStoppedBy(id)} then 'Its clock is already paused by this incident.'
      ${isOver}
      when (select ${incidents.until_at} from ${incidents} where ${incidents.id} = ${id}::uuid) <= now() then 'This incident is over. Move its end first.'`,
  ),
  resume: refusingGift(
    (id) => sql`${isNotRunning}
      when not (${wasDone(id, 'stop')}) then 'Its clock was not stopped for this incident.'
      when not (${isStoppedBy(id)}) then 'This incident no longer pauses its clock.'`,
  ),
  extend: refusingGift(
    (id) => sql`${isNotRunning}
      when ${wasDone(id, 'extension')} then 'It was already extended for this incident.'
      ${isOver}
      when ${minutesLeft} <= 0 then 'It cannot be extended further: it has reached its maximum, and its account is booked for others afterwards.'`,
  ),
  postpone: refusingGift(
    (id) => sql`when ${wasDone(id, 'reschedule')} then 'It was already postponed for this incident.'
      when ${examAttempts.state} not in ('scheduled', 'preparing', 'active') then 'Only an exam that is booked, being prepared or running can be postponed.'`,
  ),
  write: refusing(() => isDisabled),
  rebuild: refusingGift(
    () => sql`when ${examAttempts.state} not in ('preparing', 'active') then 'This exam is neither being prepared nor running.'
      when not (${isStuck}) then 'Its environment does not need a manual rebuild.' ${isDisabled}`,
  ),
}

/** Attempts whose environment is no longer rebuilt automatically, because too many builds have failed. They need manual intervention. */
export const attemptsWithoutEnvironment = sql`select ${examAttempts.user_id} as user_id from ${examAttempts}
  where ${examAttempts.state} in ('preparing', 'active') and ${isStuck}`
