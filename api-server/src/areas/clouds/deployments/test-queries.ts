import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deployments } from '../../../db/schema/index.ts'
import type { DeploymentRow } from './queries.ts'
import type { Snapshot } from './snapshot-queries.ts'
import { lastSolvedTest } from './sql.ts'

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

/** Records a solved flag while the test runs; false if the test has ended or the flag was already recorded. */
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

export async function saveSolvedFlags(tx: Db, id: string, flagIds: string[]): Promise<void> {
  await tx
    .update(deployments)
    .set({ test: sql`jsonb_set(${deployments.test}, '{solved}', ${JSON.stringify(flagIds)}::jsonb)` })
    .where(and(eq(deployments.id, id), isTest))
}

/** Time of the latest test run in which an author solved exactly this build; null if there is none. */
export async function findSolvedTest(db: Db, labId: string, { lab, flags }: Built): Promise<Date | null> {
  const built = sql`lab_built(${JSON.stringify(lab)}::jsonb, ${JSON.stringify(flags)}::jsonb)`
  const [row] = await db.select({ at: lastSolvedTest({ id: sql`${labId}::uuid`, built }) }).from(sql`(select) one`)
  return row?.at ? new Date(row.at) : null
}

/** Whether the two builds differ in what is built or what must be solved, so that a test run of one does not count for the other. */
export async function isBuiltOtherwise(db: Db, one: Built, other: Built): Promise<boolean> {
  const built = ({ lab, flags }: Built) =>
    sql`lab_built(${JSON.stringify(lab)}::jsonb, ${JSON.stringify(flags)}::jsonb)`
  const [row] = await db.select({ differs: sql<boolean>`${built(one)} <> ${built(other)}` }).from(sql`(select) one`)
  return row?.differs ?? true
}

type Built = Pick<Snapshot, 'lab' | 'flags'>
