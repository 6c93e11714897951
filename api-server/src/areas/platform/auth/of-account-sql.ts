import { eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { findUserId } from './queries.ts'

/** Restricts a list to the account in the path. `owner` is the list's column with the account id. */
export const ofAccount =
  (owner: PgColumn) =>
  async (db: Db, { username = '' }: Record<string, string>): Promise<SQL> =>
    eq(owner, await findUserId(db, username))
