import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { examAttempts, exams, users } from '../../../../db/schema/index.ts'
import { environmentOf } from '../attempts/environment.ts'
import { listLedgers, newestDeployment } from './candidate-source.ts'

/** Attempts with everything an incident action needs. */
export async function listTouched(db: Db, ids: string[]) {
  const rows = await db
    .select({
      attempt: getTableColumns(examAttempts),
      exam: { slug: exams.slug, title: exams.title },
      user: { id: users.id, username: users.username, full_name: users.full_name, email: users.email },
      deployment: newestDeployment,
    })
    .from(examAttempts)
    .innerJoin(users, eq(users.id, examAttempts.user_id))
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(inArray(examAttempts.id, ids))
    .orderBy(asc(examAttempts.id))
  const ledgers = await listLedgers(db, ids)
  return rows.map(({ deployment, ...row }) => ({
    ...row,
    ledger: ledgers.get(row.attempt.id) ?? [],
    environment: environmentOf(deployment),
  }))
}

export type Touched = Awaited<ReturnType<typeof listTouched>>[number]
