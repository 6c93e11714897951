import type { SQL } from 'drizzle-orm'

/** Condition on the column with an account's deployment. */
export type IsHeldBy = (deploymentId: SQL, username: string) => SQL
