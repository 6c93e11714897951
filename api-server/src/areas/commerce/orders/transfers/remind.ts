import type { Deps } from '../../../../deps.ts'
import { prepareMail, queueMails } from '../../../../mail/outbox.ts'
import { findSeller } from '../../taxes/index.ts'
import { reminderMail, withInvoiceCopy } from '../mails.ts'
import { listToRemind, takeReminders } from './queries.ts'

/** Maximum number of reminders per run. The next run handles the rest. */
const BATCH = 100

export const hasDue = async (db: Deps['db']): Promise<boolean> => (await listToRemind(db, 1)).length > 0

/**
 * Reminds buyers of a transfer three days before the due date, on the day, and a week after it. Reminders missed during downtime are
 * skipped: only the latest one is sent.
 */
export async function remindOfTransfers({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const due = await listToRemind(db, BATCH)
  if (due.length === 0) return
  const seller = await findSeller(db)
  const prepared = await Promise.all(
    due.map(async ({ order, stage, received, ...buyer }) => ({
      id: order.id,
      mails: await Promise.all(
        withInvoiceCopy(
          order,
          reminderMail(
            { ...buyer, order, missing: order.total_amount - received },
            stage,
            seller?.facts,
            config.publicUrl,
          ),
        ).map(prepareMail),
      ),
    })),
  )
  await db.transaction(async (tx) => {
    const taken = await takeReminders(
      tx,
      prepared.map(({ id }) => id),
    )
    await queueMails(
      tx,
      prepared.flatMap(({ id, mails }) => (taken.has(id) ? mails : [])),
    )
  })
}
