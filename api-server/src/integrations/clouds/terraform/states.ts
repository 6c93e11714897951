import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import {
  terraformEnvironments as environments,
  terraformStates as states,
  type TerraformLock,
  type TerraformPhase,
} from '../../../db/schema/index.ts'
import { isHeartbeatStale } from '../../../db/sql.ts'
import type { Secrets } from '../../../secrets.ts'
import type { CloudAccess } from '../driver.ts'

/** Number of stored Terraform state versions, including the latest. */
const MAX_STATES = 5

export type Environment = typeof environments.$inferSelect
type NewEnvironment = Pick<
  Environment,
  'deployment_id' | 'cloud' | 'account_id' | 'module' | 'module_version' | 'module_digest'
>

/** Inputs of a module. */
export interface Inputs {
  variables: Record<string, string>
  flags: Record<string, string>
}

/** Terraform's records of environments. Of all runs on an environment, only the last one to acquire it can read and write. */
export type States = ReturnType<typeof createStates>

export function createStates(db: Db, secrets: Pick<Secrets, 'seal' | 'open'>) {
  const ofRun = (id: string, token: string) =>
    and(eq(environments.deployment_id, id), eq(environments.run_token, token))
  const sealInputs = (id: string, inputs: Inputs) => secrets.seal('terraform-state', id, JSON.stringify(inputs))

  async function change(id: string, token: string, set: Partial<Environment>): Promise<boolean> {
    const rows = await db
      .update(environments)
      .set(set)
      .where(ofRun(id, token))
      .returning({ id: environments.deployment_id })
    return rows.length > 0
  }

  return {
    async find(id: string): Promise<Environment | undefined> {
      const [row] = await db.select().from(environments).where(eq(environments.deployment_id, id))
      return row
    },

    /** The environment built in an account. */
    async findBuilt({
      cloud,
      account_id,
    }: Pick<CloudAccess, 'cloud' | 'account_id'>): Promise<Environment | undefined> {
      const [row] = await db
        .select()
        .from(environments)
        .where(
          and(
            eq(environments.cloud, cloud),
            eq(environments.account_id, account_id),
            eq(environments.phase, 'applied'),
          ),
        )
        .orderBy(desc(environments.created_at))
        .limit(1)
      return row
    },

    /** Inserts the environment, unless it already exists. */
    async begin(row: NewEnvironment, inputs: Inputs): Promise<void> {
      const inputs_sealed = sealInputs(row.deployment_id, inputs)
      await db
        .insert(environments)
        .values({ ...row, inputs_sealed })
        .onConflictDoNothing()
    },

    /** Acquires the environment, including any lock left by a dead run; undefined while another run is alive. */
    async acquire(id: string, token: string): Promise<Environment | undefined> {
      const [row] = await db
        .update(environments)
        .set({ run_token: token, heartbeat_at: sql`now()`, state_lock: null })
        .where(
          and(
            eq(environments.deployment_id, id),
            or(isNull(environments.run_token), isHeartbeatStale(environments.heartbeat_at)),
          ),
        )
        .returning()
      return row
    },

    async touch(id: string, token: string): Promise<boolean> {
      const rows = await db
        .update(environments)
        .set({ heartbeat_at: sql`now()` })
        .where(ofRun(id, token))
        .returning({ id: environments.deployment_id })
      return rows.length > 0
    },

    release: (id: string, token: string) =>
      change(id, token, { run_token: null, heartbeat_at: null, state_lock: null }),

    setPhase: (id: string, token: string, phase: TerraformPhase) => change(id, token, { phase }),

    saveInputs: (id: string, token: string, inputs: Inputs) =>
      change(id, token, { inputs_sealed: sealInputs(id, inputs) }),

    openInputs: ({ deployment_id, inputs_sealed }: Environment): Inputs =>
      JSON.parse(secrets.open('terraform-state', deployment_id, inputs_sealed)),

    /** Acquires Terraform's lock. Returns null if acquired, else the current lock, or `stale` if this run was taken over. */
    async lock(id: string, token: string, lock: TerraformLock): Promise<TerraformLock | 'stale' | null> {
      const [taken] = await db
        .update(environments)
        .set({ state_lock: lock })
        .where(and(ofRun(id, token), isNull(environments.state_lock)))
        .returning({ id: environments.deployment_id })
      if (taken) return null
      const [held] = await db.select().from(environments).where(ofRun(id, token))
      return held?.state_lock ?? 'stale'
    },

    async unlock(id: string, token: string, lockId: string): Promise<boolean> {
      const rows = await db
        .update(environments)
        .set({ state_lock: null })
        .where(and(ofRun(id, token), sql`${environments.state_lock} ->> 'ID' = ${lockId}`))
        .returning({ id: environments.deployment_id })
      return rows.length > 0
    },

    /** The latest version; null before the first, `stale` if this run was taken over. */
    async read(id: string, token: string): Promise<string | 'stale' | null> {
      const [row] = await db
        .select({ id: states.id, sealed: states.sealed })
        .from(environments)
        .leftJoin(states, eq(states.deployment_id, environments.deployment_id))
        .where(ofRun(id, token))
        .orderBy(desc(sql`coalesce(${states.number}, 0)`))
        .limit(1)
      if (!row) return 'stale'
      return row.id && row.sealed ? secrets.open('terraform-state', row.id, row.sealed) : null
    },

    /** Adds a version. Returns false if this run was taken over, or does not hold the named lock. */
    async write(id: string, token: string, text: string, lockId?: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        const [held] = await tx
          .select({ lock: environments.state_lock })
          .from(environments)
          .where(ofRun(id, token))
          .for('update')
        if (!held || (lockId !== undefined && held.lock?.ID !== lockId)) return false
        const [latest] = await tx
          .select({ number: states.number })
          .from(states)
          .where(eq(states.deployment_id, id))
          .orderBy(desc(states.number))
          .limit(1)
        const number = (latest?.number ?? 0) + 1
        const rowId = randomUUID()
        const sealed = secrets.seal('terraform-state', rowId, text)
        await tx.insert(states).values({ id: rowId, deployment_id: id, number, sealed })
        await tx.delete(states).where(and(eq(states.deployment_id, id), lte(states.number, number - MAX_STATES)))
        return true
      })
    },

    /** Deletes the record of an environment that has no resources left. */
    async forget(id: string, token: string): Promise<void> {
      await db.delete(environments).where(ofRun(id, token))
    },

    /** Deletes the records of all environments in a cleaned account. */
    async forgetAccount({ cloud, account_id }: Pick<CloudAccess, 'cloud' | 'account_id'>): Promise<void> {
      await db.delete(environments).where(and(eq(environments.cloud, cloud), eq(environments.account_id, account_id)))
    },
  }
}
