import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, labs } from '../../db/schema/index.ts'
import { lastSolvedTest } from './lab-test-sql.ts'
import type { DeploymentRow } from './queries.ts'

const isTest = isNotNull(deployments.test)

/** The author's newest test run of a lab, in any state. */
export async function findLatestTest(db: Db, userId: string, labId: string): Promise<DeploymentRow | undefined> {
  const [row] = await db
    .select()
    .from(deployments)
    .where(and(eq(deployments.lab_id, labId), eq(deployments.user_id, userId), isTest))
    .orderBy(desc(deployments.created_at))
    .limit(1)
  return row
}

/** Writes down a solved flag while the test still runs, once; false when it has ended or knew of it. */
export async function saveSolvedFlag(tx: Db, id: string, flagId: string): Promise<boolean> {
  const rows = await tx
    .update(deployments)
    .set({
      test: sql`jsonb_set(${deployments.test}, '{solved}', ${deployments.test} -> 'solved' || to_jsonb(${flagId}::text))`,
    })
    .where(
      and(
        eq(deployments.id, id),
        inArray(deployments.state, ['running']),
        isTest,
        sql`not ${deployments.test} -> 'solved' ? ${flagId}::text`,
      ),
    )
    .returning({ id: deployments.id })
  return rows.length > 0
}

/** When the lab was last solved as a whole in a test run. */
export async function findSolvedTest(db: Db, labId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: lastSolvedTest({ id: sql`"labs"."id"`, module_version: sql`"labs"."module_version"` }) })
    .from(labs)
    .where(eq(labs.id, labId))
  return row?.at ? new Date(row.at) : null
}
