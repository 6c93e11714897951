import { type SQL, sql } from 'drizzle-orm'
import { freezes } from '../../../db/schema/index.ts'

export const isFrozen = (userId: SQL) => sql<boolean>`exists (select 1 from ${freezes} frozen
  where frozen.user_id = ${userId} and frozen.lifted_at is null)`
