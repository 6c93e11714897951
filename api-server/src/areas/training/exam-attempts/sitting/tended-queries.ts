import { PREPARE_MINUTES } from '@flagyard/api-types/exam-attempts/timing'
import { asc, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examAttempts } from '../../../../db/schema/index.ts'

/** Attempts for which a step may be due; `dueStep` determines which. */
export const listTended = (db: Db) =>
  db
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .where(
      or(
        inArray(examAttempts.state, ['preparing', 'active', 'provisional']),
        sql`${examAttempts.state} = 'scheduled'
          and ${examAttempts.scheduled_at} <= now() + make_interval(mins => ${PREPARE_MINUTES}::int)`,
      ),
    )
    .orderBy(asc(examAttempts.scheduled_at))
    .limit(1_000)
