import { sql } from 'drizzle-orm'
import { flags, labs } from '../../../db/schema/index.ts'

/** The outer table is named explicitly: in a select from a single table, drizzle omits table names. */
export const flagCount = sql<number>`(select count(*)::int from ${flags} f where f.lab_id = ${labs}.id and f.archived_at is null)`
