import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { entitlements, examAttempts, exams } from '../../../../db/schema/index.ts'
import { isEntitlementOpen } from '../../../catalogue/entitlements/state-sql.ts'

/** Learners whose next attempt is due: the first one, or the next after a cooldown if attempts are left. */
export const listDueAttempts = (db: Db) =>
  db
    .select({ user_id: entitlements.user_id, exam_id: exams.id })
    .from(entitlements)
    .innerJoin(exams, eq(exams.id, entitlements.exam_id))
    .where(
      and(
        isEntitlementOpen,
        // Filters out most rows: most learners with an exam already have an open attempt.
        sql`not exists (select 1 from ${examAttempts} where ${ofEntitled}
          and ${examAttempts.state} in ('purchased', 'scheduled', 'preparing', 'active', 'provisional', 'passed'))`,
        sql`${used} < ${exams.attempts}`,
        sql`not exists (select 1 from ${examAttempts} where ${ofEntitled} and (${examAttempts.barred_until} > now()
          or ${examAttempts.counted} and ${examAttempts.entitlement_id} = ${entitlements.id}
            and ${examAttempts.decided_at} + make_interval(days => ${cooldown}) > now()))`,
      ),
    )
    .limit(200)

const ofEntitled = sql`${eq(examAttempts.user_id, entitlements.user_id)} and ${eq(examAttempts.exam_id, entitlements.exam_id)}`
const used = sql`(select count(*) from ${examAttempts} where ${eq(examAttempts.entitlement_id, entitlements.id)}
  and ${examAttempts.counted} and ${examAttempts.state} in ('failed', 'no_show', 'disqualified', 'void'))`
/** Cooldown in days after the latest used attempt: the rule of `cooldownDays`. */
const cooldown = sql`coalesce((${exams.cooldown_days} ->> (least(${used}, jsonb_array_length(${exams.cooldown_days})) - 1)::int)::int, 0)`
