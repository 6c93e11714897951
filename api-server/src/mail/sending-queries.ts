import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { outbox } from '../db/schema/index.ts'

const isDue = and(or(eq(outbox.state, 'waiting'), eq(outbox.state, 'sending')), sql`${outbox.next_at} <= now()`)

export async function hasDueMails(db: Db): Promise<boolean> {
  return (await db.select({ id: outbox.id }).from(outbox).where(isDue).limit(1)).length > 0
}

/** Claims due mails for this process. Skips rows locked by another process. */
export async function claimMails(db: Db, limit: number, messageId: () => string) {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: outbox.id, message_id: outbox.message_id })
      .from(outbox)
      .where(isDue)
      .orderBy(asc(outbox.next_at))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    for (const mail of due) {
      if (mail.message_id === null)
        await tx.update(outbox).set({ message_id: messageId() }).where(eq(outbox.id, mail.id))
    }
    return tx
      .update(outbox)
      .set({ state: 'sending', attempts: sql`${outbox.attempts} + 1`, next_at: sql`now() + interval '10 minutes'` })
      .where(
        inArray(
          outbox.id,
          due.map((mail) => mail.id),
        ),
      )
      .returning()
  })
}

/** Marks a mail as sent and deletes its text, which may contain a link or a code. `keepText` is for the demo, where the outbox serves as the mailbox. */
export const markSent = (db: Db, id: string, { keepText }: { keepText: boolean }) =>
  db
    .update(outbox)
    .set({
      state: 'sent',
      sent_at: sql`now()`,
      last_error: null,
      ...(!keepText && { text: '', html: '', attachments: [] }),
    })
    .where(eq(outbox.id, id))

export const markRefused = (db: Db, id: string, message: string) =>
  db
    .update(outbox)
    .set({ state: 'bounced', last_error: message.slice(0, 500) })
    .where(eq(outbox.id, id))

/** Retries after 30 seconds, doubling up to six hours. */
export const markFailed = (db: Db, id: string, message: string, { giveUp }: { giveUp: boolean }) =>
  db
    .update(outbox)
    .set({
      state: giveUp ? 'failed' : 'waiting',
      last_error: message.slice(0, 500),
      next_at: sql`now() + make_interval(secs => least(21600, 30 * power(2, ${outbox.attempts} - 1))::float8)`,
    })
    .where(eq(outbox.id, id))

/** Sets due mails to the state `kept`, because no mail server is configured. Returns their number. */
export async function keepMails(db: Db): Promise<number> {
  const kept = await db
    .update(outbox)
    .set({ state: 'kept', last_error: 'No mail server is configured' })
    .where(isDue)
    .returning({ id: outbox.id })
  return kept.length
}

/** Queues mails with the state `kept`, and fails those that are too old. */
export async function releaseKeptMails(db: Db, { lifetimeHours }: { lifetimeHours: number }): Promise<void> {
  const isKept = eq(outbox.state, 'kept')
  const isTooOld = sql`${outbox.created_at} <= now() - make_interval(hours => ${lifetimeHours}::int)`
  await db
    .update(outbox)
    .set({ state: 'failed', last_error: `No mail server was configured for ${lifetimeHours} hours` })
    .where(and(isKept, isTooOld))
  await db.update(outbox).set({ state: 'waiting', last_error: null, next_at: sql`now()` }).where(isKept)
}

/** Fails mails that were due at a restore: the lost server may have sent them after the backup. An administrator can send them again. */
export async function failPossiblySent(db: Db, message: string): Promise<number> {
  const failed = await db
    .update(outbox)
    .set({ state: 'failed', last_error: message })
    .where(isDue)
    .returning({ id: outbox.id })
  return failed.length
}
