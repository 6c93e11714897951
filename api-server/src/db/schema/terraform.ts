import { index, integer, jsonb, pgSchema, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import type { CloudName } from './labs.ts'

/** Reliability of Terraform's state of an environment. After `applying`, the contents of the account are unknown until it is cleaned. */
export type TerraformPhase = 'planning' | 'applying' | 'applied' | 'destroying'

/** Lock information that Terraform stores, and shows if the lock is already held. */
export interface TerraformLock {
  ID: string
  Operation?: string
  Who?: string
  Created?: string
}

/** Written by the terraform driver outside the product's transactions, because it represents the cloud's side of a deployment. */
export const terraformSchema = pgSchema('terraform')

/** One environment that Terraform builds or has built. Deleted after its account is cleaned. */
export const terraformEnvironments = terraformSchema.table(
  'environments',
  {
    deployment_id: uuid().primaryKey(),
    cloud: text().$type<CloudName>().notNull(),
    account_id: text().notNull(),
    module: text().notNull(),
    module_version: text().notNull(),
    /** Checksum of the module's files at the start. No other version is run on the environment. */
    module_digest: text().notNull(),
    phase: text().$type<TerraformPhase>().notNull().default('planning'),
    /** Sealed variables and flags: an environment is destroyed with the same inputs it was built with. */
    inputs_sealed: text().notNull(),
    /** Fencing token of the current run; writes with an older token are refused. */
    run_token: uuid(),
    heartbeat_at: instant(),
    /** Terraform's state lock, held by the run of `run_token`. */
    state_lock: jsonb().$type<TerraformLock>(),
    created_at: createdAt(),
  },
  (t) => [index('environments_account').on(t.cloud, t.account_id)],
)

/** Latest versions of a state, each sealed for its own row. */
export const terraformStates = terraformSchema.table(
  'states',
  {
    id: id(),
    deployment_id: uuid()
      .notNull()
      .references(() => terraformEnvironments.deployment_id, { onDelete: 'cascade' }),
    /** Our own counter, from 1. */
    number: integer().notNull(),
    sealed: text().notNull(),
    at: createdAt(),
  },
  (t) => [uniqueIndex('states_number').on(t.deployment_id, t.number)],
)
