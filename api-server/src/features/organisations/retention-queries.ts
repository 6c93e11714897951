import { sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../../db/batch-sql.ts'
import { organisationInvitations, organisationManagers, organisations } from '../../db/schema/index.ts'
import { FOR_EVER, type RetentionRule, WHILE_ACCOUNT } from '../../extension-points/retention.ts'

export const organisationRetention: readonly RetentionRule[] = [
  {
    name: 'organisations',
    what: 'Organisations that buy, with their billing details',
    days: null,
    since: FOR_EVER,
    why: 'Their orders and invoices are kept by tax law. They are companies, and no people.',
    tables: [organisations],
  },
  {
    name: 'organisation-managers',
    what: 'Which organisations you manage',
    days: null,
    since: WHILE_ACCOUNT,
    why: 'So that you see their orders and seats.',
    tables: [organisationManagers],
  },
  {
    name: 'organisation-invitations',
    what: 'Invitations to manage an organisation',
    days: 90,
    since: 'after they were accepted, taken back or had expired',
    why: 'To tell who let whom in.',
    tables: [organisationInvitations],
    async prune({ db }, { days, limit }) {
      const over = isOlder(sql`least(${organisationInvitations.ended_at}, ${organisationInvitations.expires_at})`, days)
      return (
        await db
          .delete(organisationInvitations)
          .where(inBatch(organisationInvitations, over, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
]
