import { and, inArray, ne, sql } from 'drizzle-orm'
import { inBatch, isOlder } from '../db/batch-sql.ts'
import { outbox } from '../db/schema/index.ts'
import type { RetentionRule } from '../extension-points/retention.ts'

/** Waiting mails are not included: they are given up within two days and then count as failed. */
const isOver = inArray(outbox.state, ['sent', 'kept', 'failed', 'bounced'])

export const mailRetention: readonly RetentionRule[] = [
  {
    name: 'mail-texts',
    what: 'The text of mails that could not be sent, with links and attachments',
    days: 30,
    since: 'after it was written',
    why: 'So that support can send a mail again.',
    tables: [outbox],
    async prune({ db }, { days, limit }) {
      const full = and(isOver, ne(outbox.text, ''), isOlder(outbox.created_at, days))
      const emptied = await db
        .update(outbox)
        .set({ text: '', html: '', attachments: [] })
        .where(inBatch(outbox, full, limit))
        .returning({ id: outbox.id })
      return emptied.length
    },
  },
  {
    name: 'mails',
    what: 'The mail log: to whom, when, and the subject',
    days: 365,
    since: 'after it was written',
    why: 'To find out whether something arrived.',
    tables: [outbox],
    async prune({ db }, { days, limit }) {
      const old = and(isOver, isOlder(outbox.created_at, days))
      return (
        await db
          .delete(outbox)
          .where(inBatch(outbox, old, limit))
          .returning({ gone: sql`1` })
      ).length
    },
  },
]
