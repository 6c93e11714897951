import { desc, inArray } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outbox } from '../db/schema/index.ts'

/** Maximum number of mails listed on a page. */
const SHOWN = 50

/** Newest mails about these subjects, for a page. Without their texts, which contain codes and links. */
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
