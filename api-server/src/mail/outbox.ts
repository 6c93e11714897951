import { isolate } from '@flagyard/api-types/contract/isolate'
import type { Db } from '../db/open.ts'
import { outbox } from '../db/schema/index.ts'
import { type MailContent, renderMail } from './message.ts'

export interface OutgoingMail {
  kind: string
  to: string
  userId?: string | null
  content: MailContent
  /** At most one mail per key, however often its cause is repeated. */
  dedupeKey?: string
  /** Page that lists the mail, see the column `about`. */
  about?: string
  attachments?: { filename: string; content_type: string; content_base64: string }[]
}

/** Renders a mail so that it can be queued. Rendering is slow, so do it before the transaction. */
export async function prepareMail({
  kind,
  to,
  userId = null,
  content,
  dedupeKey,
  about,
  attachments = [],
}: OutgoingMail) {
  return {
    kind,
    recipient: to,
    user_id: userId,
    dedupe_key: dedupeKey ?? null,
    about: about ?? null,
    attachments,
    ...(await renderMail(content)),
  }
}

type PreparedMail = Awaited<ReturnType<typeof prepareMail>>

/** Inserts a mail into the outbox in the caller's transaction; a job sends it after the commit. */
export const queueMail = (db: Db, mail: PreparedMail) => queueMails(db, [mail])

/** Same for many mails, with one statement. */
export async function queueMails(db: Db, mails: PreparedMail[]) {
  if (mails.length > 0) await db.insert(outbox).values(mails).onConflictDoNothing({ target: outbox.dedupe_key })
}

export const greeting = ({ full_name }: { full_name: string }): string => `Hello ${isolate(full_name)},`
