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
  attachments?: { filename: string; content_type: string; content_base64: string }[]
}

/** Renders a mail so that it can be queued. Rendering takes time, so do it before the transaction. */
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

/** Inserts a mail into the outbox in the caller's transaction; a job sends it after the commit. */
export async function queueMail(db: Db, mail: Awaited<ReturnType<typeof prepareMail>>) {
  await db.insert(outbox).values(mail).onConflictDoNothing({ target: outbox.dedupe_key })
}
