import type { Db } from '../db/open.ts'
import { outbox } from '../db/schema/index.ts'
import { type MailContent, renderMail } from './message.ts'

export interface OutgoingMail {
  kind: string
  to: string
  userId?: string | null
  content: MailContent
  /** One mail for one cause, however often the cause is repeated. */
  dedupeKey?: string
  attachments?: { filename: string; content_type: string; content_base64: string }[]
}

/** A mail that is ready to be queued: rendering takes time, so it comes before the transaction. */
export async function prepareMail({ kind, to, userId = null, content, dedupeKey, attachments = [] }: OutgoingMail) {
  return {
    kind,
    recipient: to,
    user_id: userId,
    dedupe_key: dedupeKey ?? null,
    attachments,
    ...(await renderMail(content)),
  }
}

/** Puts a mail into the outbox in the caller's transaction; a job sends it once that commits. */
export async function queueMail(db: Db, mail: Awaited<ReturnType<typeof prepareMail>>) {
  await db.insert(outbox).values(mail).onConflictDoNothing({ target: outbox.dedupe_key })
}
