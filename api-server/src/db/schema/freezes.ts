import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { personal } from '../duties.ts'
import { deletedAfter, type Retention } from '../retention.ts'
import { cloudAccounts } from './cloud-accounts.ts'
import { createdAt, id, instant } from './columns.ts'
import { deployments } from './deployments.ts'
import { users } from './users.ts'

/** Emergency freeze of an account: it was disabled, everything it ran was ended, and the contents were preserved. */
export const freezes = pgTable(
  'freezes',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    frozen_at: createdAt(),
    frozen_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    reason: text().notNull(),
    /** The account was already disabled, and stays disabled when the freeze is lifted. */
    was_disabled: boolean().notNull().default(false),
    /** Number of sessions and labs it ended. */
    sessions: integer().notNull().default(0),
    labs: integer().notNull().default(0),
    stopped_exam: boolean().notNull().default(false),
    lifted_at: instant(),
    lifted_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    lift_reason: text(),
  },
  (t) => [
    uniqueIndex('freezes_open').on(t.user_id).where(sql`${t.lifted_at} is null`),
    index('freezes_user').on(t.user_id, t.frozen_at),
    index('freezes_lifted').on(t.lifted_at).where(sql`${t.lifted_at} is not null`),
    index('freezes_by').on(t.frozen_by).where(sql`${t.frozen_by} is not null`),
    index('freezes_lifted_by').on(t.lifted_by).where(sql`${t.lifted_by} is not null`),
  ],
)

export const freezesDuties = personal(freezes, {
  of: freezes.user_id,
  as: 'freezes',
  order: freezes.frozen_at,
  deleted: {
    exported: 'frozen_at reason was_disabled sessions labs stopped_exam lifted_at lift_reason',
    ours: 'id user_id',
    administrator: 'frozen_by lifted_by',
  },
})

export const freezeAccounts = pgTable(
  'freeze_accounts',
  {
    freeze_id: uuid()
      .notNull()
      .references(() => freezes.id, { onDelete: 'cascade' }),
    cloud_account_id: uuid()
      .notNull()
      .references(() => cloudAccounts.id, { onDelete: 'cascade' }),
    deployment_id: uuid()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.freeze_id, t.cloud_account_id] }),
    index('freeze_accounts_account').on(t.cloud_account_id),
    index('freeze_accounts_deployment').on(t.deployment_id),
  ],
)

export const freezeAccountsDuties = personal(freezeAccounts, {
  deleted: { ours: 'freeze_id cloud_account_id deployment_id' },
})

export const freezeRetention: readonly Retention[] = [
  {
    name: 'freezes',
    what: 'Freezes of your account, with the reason',
    why: 'To distinguish repeated abuse from a mistake.',
    tables: [freezes, freezeAccounts],
    ...deletedAfter(730, 'after the freeze was lifted', freezes.lifted_at),
  },
]
