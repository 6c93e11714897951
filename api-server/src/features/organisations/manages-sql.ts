import { type SQL, sql } from 'drizzle-orm'
import { organisationManagers } from '../../db/schema/index.ts'

/** Whether the account manages the organisation whose id the column holds: asked at every call, so that a removal acts at the next one. */
export const manages = (organisationId: SQL, userId: string): SQL<boolean> =>
  sql<boolean>`exists (select from ${organisationManagers} m where m.organisation_id = ${organisationId} and m.user_id = ${userId})`
