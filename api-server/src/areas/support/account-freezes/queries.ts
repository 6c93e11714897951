import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  cloudAccounts,
  deploymentInventories,
  deployments,
  examAttempts,
  exams,
  freezeAccounts,
  freezes,
  labs,
  sessions,
  users,
} from '../../../db/schema/index.ts'
import { isSessionAlive } from '../../../identity/queries.ts'

type FreezeRow = typeof freezes.$inferSelect

export async function findOpenFreeze(db: Db, userId: string) {
  const [row] = await db
    .select({ freeze: freezes, by: users.username })
    .from(freezes)
    .leftJoin(users, eq(users.id, freezes.frozen_by))
    .where(and(eq(freezes.user_id, userId), isNull(freezes.lifted_at)))
  return row && { ...row.freeze, by: row.by }
}

export async function insertFreeze(tx: Db, values: typeof freezes.$inferInsert): Promise<FreezeRow> {
  const [row] = await tx.insert(freezes).values(values).returning()
  if (!row) throw new Error('The insert returned no row')
  return row
}

/** Lifts a freeze. Of two concurrent calls, only one returns true. */
export async function liftFreeze(tx: Db, id: string, by: { lifted_by: string; lift_reason: string }): Promise<boolean> {
  const rows = await tx
    .update(freezes)
    .set({ ...by, lifted_at: sql`now()` })
    .where(and(eq(freezes.id, id), isNull(freezes.lifted_at)))
    .returning({ id: freezes.id })
  return rows.length > 0
}

export async function insertFreezeAccounts(tx: Db, rows: (typeof freezeAccounts.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(freezeAccounts).values(rows).onConflictDoNothing()
}

export const listFreezeAccounts = (db: Db, freezeId: string) =>
  db
    .select({
      id: cloudAccounts.id,
      cloud: cloudAccounts.cloud,
      account_id: cloudAccounts.account_id,
      status: cloudAccounts.status,
      /** Whether it is still retained for this freeze, not for a later deployment. */
      is_retained: sql<boolean>`${cloudAccounts.is_evidence} and ${cloudAccounts.deployment_id} is not distinct from ${freezeAccounts.deployment_id}`,
    })
    .from(freezeAccounts)
    .innerJoin(cloudAccounts, eq(cloudAccounts.id, freezeAccounts.cloud_account_id))
    .where(eq(freezeAccounts.freeze_id, freezeId))
    .orderBy(asc(cloudAccounts.cloud), asc(cloudAccounts.account_id))

export async function countOpenSessions(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), isSessionAlive()))
  return row?.count ?? 0
}

/** Cloud accounts that contain or may contain resources of this learner: of running environments, and of ended ones that were not cleaned yet. */
export const listUsedAccounts = (tx: Db, userId: string) =>
  tx
    .select({ id: cloudAccounts.id, deployment_id: deployments.id, cloud: cloudAccounts.cloud })
    .from(cloudAccounts)
    .innerJoin(deployments, eq(deployments.id, cloudAccounts.deployment_id))
    .where(
      and(
        eq(deployments.user_id, userId),
        isNull(cloudAccounts.retired_at),
        inArray(cloudAccounts.status, ['Provisioning', 'Provisioned', 'Dirty', 'Locked']),
      ),
    )
    .orderBy(asc(cloudAccounts.cloud), asc(cloudAccounts.id))

export const listContents = (tx: Db, accountIds: string[]) =>
  tx
    .select({
      cloud: cloudAccounts.cloud,
      account_id: cloudAccounts.account_id,
      lab: labs.slug,
      exam: exams.slug,
      resources: deploymentInventories.resources,
      types: deploymentInventories.types,
      read_at: deploymentInventories.read_at,
    })
    .from(cloudAccounts)
    .innerJoin(deployments, eq(deployments.id, cloudAccounts.deployment_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .leftJoin(
      deploymentInventories,
      and(eq(deploymentInventories.deployment_id, deployments.id), isNotNull(deploymentInventories.read_at)),
    )
    .where(inArray(cloudAccounts.id, accountIds))
    .orderBy(asc(cloudAccounts.cloud), asc(cloudAccounts.account_id))

export const listBooked = (db: Db, userId: string) =>
  db
    .select({
      slug: exams.slug,
      title: exams.title,
      scheduled_at: sql`${examAttempts.scheduled_at}`.mapWith(examAttempts.created_at),
    })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.exam_id))
    .where(
      and(eq(examAttempts.user_id, userId), eq(examAttempts.state, 'scheduled'), isNotNull(examAttempts.scheduled_at)),
    )
    .orderBy(desc(examAttempts.scheduled_at))
