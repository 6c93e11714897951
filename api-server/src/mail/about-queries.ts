import { desc, inArray } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outbox } from '../db/schema/index.ts'

/** As many of its mails as a page lists. */
const SHOWN = 50

/** The newest mails about these, for the page of one. Their texts hold codes and links, and stay here. */
export const listMailsAbout = (db: Db, about: string[]) =>
  db
    .select({
      id: outbox.id,
      about: outbox.about,
      to: outbox.recipient,
      subject: outbox.subject,
      state: outbox.state,
      created_at: outbox.created_at,
      sent_at: outbox.sent_at,
    })
    .from(outbox)
    .where(inArray(outbox.about, about))
    .orderBy(desc(outbox.created_at), desc(outbox.id))
    .limit(SHOWN)
