import { type SQL, sql } from 'drizzle-orm'
import { freezes } from '../../../db/schema/index.ts'

/** Condition: the account with this id has an open freeze. */
export const isFrozen = (userId: SQL) => sql<boolean>`exists (select 1 from ${freezes} frozen
  where frozen.user_id = ${userId} and frozen.lifted_at is null)`
