import { sql } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'

/** What an account is found by; an index has the same expression. */
export const searchText = sql`${users.username} || ' ' || ${users.email} || ' ' || ${users.full_name} || ' ' || coalesce(${users.company}, '')`
