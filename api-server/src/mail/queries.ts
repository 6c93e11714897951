import { desc } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outbox } from '../db/schema/index.ts'

/** The newest mails, for the demo's outbox page. */
export const listOutbox = (db: Db) =>
  db
    .select({
      id: outbox.id,
      to: outbox.recipient,
      subject: outbox.subject,
      text: outbox.text,
      html: outbox.html,
      created_at: outbox.created_at,
    })
    .from(outbox)
    .orderBy(desc(outbox.created_at))
    .limit(100)
