import { type SQL, sql } from 'drizzle-orm'
import { freezes } from '../../../db/schema/index.ts'
import { ofUser, type TimelineSource } from '../../../extension-points/sources.ts'

/** Condition: the account with this id has an open freeze. */
export const isFrozen = (userId: SQL) => sql<boolean>`exists (select 1 from ${freezes} frozen
  where frozen.user_id = ${userId} and frozen.lifted_at is null)`

const none = sql`''`

export const freezeEvents: TimelineSource[] = [
  {
    kind: 'account.frozen',
    from: sql`freezes s`,
    at: sql`s.frozen_at`,
    id: sql`s.id`,
    subject: none,
    detail: sql`s.reason || ' (' || s.sessions || ' sessions and ' || s.labs || ' labs ended, '
      || (select count(*) from freeze_accounts a where a.freeze_id = s.id) || ' cloud accounts held)'`,
    where: ofUser,
  },
  {
    kind: 'account.unfrozen',
    from: sql`freezes s`,
    at: sql`s.lifted_at`,
    id: sql`s.id`,
    subject: none,
    detail: sql`s.lift_reason`,
    where: ofUser,
  },
]
