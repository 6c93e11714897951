import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deployments, flags, labs } from '../../db/schema/index.ts'
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

/**
 * When an author's test run of the lab's present module last solved every required flag that the lab has now. A run counts whoever made it:
 * that the lab can be solved is a fact about the lab.
 */
export async function findSolvedTest(db: Db, labId: string): Promise<Date | null> {
  const open = sql`exists (select from ${flags} where ${flags.lab_id} = ${labId} and ${flags.archived_at} is null and ${flags.required}
    and not ${deployments.test} -> 'solved' ? ${flags.id}::text)`
  const [row] = await db
    .select({ at: deployments.running_at })
    .from(deployments)
    .innerJoin(labs, eq(labs.id, deployments.lab_id))
    .where(
      and(
        eq(deployments.lab_id, labId),
        isTest,
        isNotNull(deployments.running_at),
        eq(deployments.module_version, labs.module_version),
        sql`not ${open}`,
      ),
    )
    .orderBy(desc(deployments.running_at))
    .limit(1)
  return row?.at ?? null
}
