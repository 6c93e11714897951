import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { defenseAnswers, deployments, shellLog } from '../../../db/schema/index.ts'

const seen = {
  id: shellLog.line_id,
  at: shellLog.at,
  identity: shellLog.identity,
  action: shellLog.action,
  resource: shellLog.resource,
  source_ip: shellLog.source_ip,
  error: shellLog.error,
}
/** Log lines that a defender could have seen, from all of the learner's runs of a lab: the newest lines, oldest first. */
export async function listSeenLines(db: Db, userId: string, labId: string, most: number) {
  const rows = await db
    .select(seen)
    .from(shellLog)
    .innerJoin(deployments, eq(deployments.id, shellLog.deployment_id))
    .where(
      and(
        eq(deployments.user_id, userId),
        eq(deployments.lab_id, labId),
        isNull(deployments.test),
        eq(shellLog.kept, true),
      ),
    )
    .orderBy(desc(shellLog.id))
    .limit(most)
  return rows.reverse()
}

export async function findAnswer(db: Db, userId: string, labId: string) {
  const [row] = await db
    .select()
    .from(defenseAnswers)
    .where(and(eq(defenseAnswers.user_id, userId), eq(defenseAnswers.lab_id, labId)))
  return row
}

/** Saves the answer, unless the saved one is already right. */
export async function saveAnswer(
  db: Db,
  answer: Pick<
    typeof defenseAnswers.$inferInsert,
    'user_id' | 'lab_id' | 'line_id' | 'rule' | 'line_right' | 'rule_right'
  >,
): Promise<void> {
  const { line_id, rule, line_right, rule_right } = answer
  await db
    .insert(defenseAnswers)
    .values(answer)
    .onConflictDoUpdate({
      target: [defenseAnswers.user_id, defenseAnswers.lab_id],
      set: { line_id, rule, line_right, rule_right, tries: sql`${defenseAnswers.tries} + 1`, at: sql`now()` },
      setWhere: sql`not (${defenseAnswers.line_right} and ${defenseAnswers.rule_right})`,
    })
}
