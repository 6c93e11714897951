import { type SQL, sql } from 'drizzle-orm'
import { organisationManagers } from '../../../db/schema/index.ts'

/** Whether the account manages the organisation with this id. Checked on every call, so that a removal takes effect with the next one. */
export const manages = (organisationId: SQL, userId: string): SQL<boolean> =>
  sql<boolean>`exists (select from ${organisationManagers} m where m.organisation_id = ${organisationId} and m.user_id = ${userId})`
