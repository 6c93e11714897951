import { type SQL, sql } from 'drizzle-orm'
import type { Refusal } from '../../../../db/list-source.ts'
import { examAttempts, incidents, users } from '../../../../db/schema/index.ts'
import type { BulkDetails } from '../../../../extension-points/bulk-action.ts'
import { type Actor, refusedToYourself } from '../../../../identity/not-yourself.ts'
import { isHeldBy, isOfIncident, isStuck, minutesLeft, wasDone } from './incident-sql.ts'

/** Reason why an action is refused for an attempt of this incident; the first one that applies. */
const refusing =
  (reasons: (incident: string) => SQL) =>
  (_actor: unknown, { incident }: BulkDetails): Refusal =>
    incident
      ? sql`case when not (${isOfIncident(incident.id)}) then 'This exam is not among those of the incident.' ${reasons(incident.id)} end`
      : sql`'Name the incident.'`

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
      when ${isHeldBy(id)} then 'Its clock stands for this incident already.'
      ${isOver}
      when (select ${incidents.until_at} from ${incidents} where ${incidents.id} = ${id}::uuid) <= now() then 'This incident is over. Move its end first.'`,
  ),
  resume: refusingGift(
    (id) => sql`${isNotRunning}
      when not (${wasDone(id, 'stop')}) then 'Its clock was not stopped for this incident.'
      when not (${isHeldBy(id)}) then 'This incident holds its clock no longer.'`,
  ),
  extend: refusingGift(
    (id) => sql`${isNotRunning}
      when ${wasDone(id, 'extension')} then 'It got more time for this incident already.'
      ${isOver}
      when ${minutesLeft} <= 0 then 'No more time can be given: it has reached its ceiling, and its account is booked for others afterwards.'`,
  ),
  postpone: refusingGift(
    (id) => sql`when ${wasDone(id, 'reschedule')} then 'It was postponed for this incident already.'
      when ${examAttempts.state} not in ('scheduled', 'preparing', 'active') then 'Only an exam that is booked, being prepared or running can be postponed.'`,
  ),
  write: refusing(() => isDisabled),
  rebuild: refusingGift(
    () => sql`when ${examAttempts.state} not in ('preparing', 'active') then 'This exam is neither being prepared nor running.'
      when not (${isStuck}) then 'Its environment does not wait for a person.' ${isDisabled}`,
  ),
}
