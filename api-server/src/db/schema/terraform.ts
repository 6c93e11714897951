import { index, integer, jsonb, pgSchema, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import type { CloudName } from './labs.ts'

/** What Terraform's own record of an environment is worth. After `applying` nobody knows what stands in the account until it was emptied. */
export type TerraformPhase = 'planning' | 'applying' | 'applied' | 'destroying'

/** What Terraform asks to be kept of a lock, and shows to whoever finds it held. */
export interface TerraformLock {
  ID: string
  Operation?: string
  Who?: string
  Created?: string
}

/** Written by the terraform driver outside the product's transactions: it is the cloud's side of a deployment, not the product's. */
export const terraformSchema = pgSchema('terraform')

/** One environment that Terraform builds or has built, until its account was emptied. */
export const terraformEnvironments = terraformSchema.table(
  'environments',
  {
    deployment_id: uuid().primaryKey(),
    cloud: text().$type<CloudName>().notNull(),
    account_id: text().notNull(),
    module: text().notNull(),
    module_version: text().notNull(),
    /** Checksum of the module's files with which it was begun: no other is run on it. */
    module_digest: text().notNull(),
    phase: text().$type<TerraformPhase>().notNull().default('planning'),
    /** The variables and flags, sealed: what is built is taken down with what it was built with. */
    inputs_sealed: text().notNull(),
    /** Fencing token of the run that works on it; what is written with an older one is refused. */
    run_token: uuid(),
    heartbeat_at: instant(),
    /** Terraform's lock of the state, held by the run of `run_token`. */
    state_lock: jsonb().$type<TerraformLock>(),
    created_at: createdAt(),
  },
  (t) => [index('environments_account').on(t.cloud, t.account_id)],
)

/** The latest versions of a state, each sealed for its own row. */
export const terraformStates = terraformSchema.table(
  'states',
  {
    id: id(),
    deployment_id: uuid()
      .notNull()
      .references(() => terraformEnvironments.deployment_id, { onDelete: 'cascade' }),
    /** Counted by us, from 1. */
    number: integer().notNull(),
    sealed: text().notNull(),
    at: createdAt(),
  },
  (t) => [uniqueIndex('states_number').on(t.deployment_id, t.number)],
)
