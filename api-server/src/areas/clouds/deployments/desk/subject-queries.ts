import { eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { cloudAccounts, deployments, exams, labs, users } from '../../../../db/schema/index.ts'
import { hasId } from '../../../../db/uuid.ts'
import { rowColumns } from '../list-queries.ts'
import { deploymentNotFound } from '../queries.ts'

export type Subject = Awaited<ReturnType<typeof findSubject>>

/** A deployment to act on, with the reasons why actions are refused. */
export async function findSubject(tx: Db, id: string) {
  const [row] = await select(tx, hasId(deployments.id, id))
  if (!row) throw deploymentNotFound()
  return row
}

export const listSubjects = (tx: Db, ids: string[]) => select(tx, inArray(deployments.id, ids)).orderBy(deployments.id)

const select = (tx: Db, where: SQL) =>
  tx
    .select({
      ...rowColumns,
      user_id: deployments.user_id,
      lab_id: deployments.lab_id,
      course_id: deployments.course_id,
      lesson_id: deployments.lesson_id,
      email: users.email,
      full_name: users.full_name,
    })
    .from(deployments)
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .where(where)
