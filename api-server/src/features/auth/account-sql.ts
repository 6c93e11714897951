import { sql } from 'drizzle-orm'
import { users } from '../../db/schema/index.ts'

export const isAdministrator = sql`'admin' = any(${users.roles})`
