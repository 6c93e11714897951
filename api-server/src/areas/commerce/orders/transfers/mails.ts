import type { Deps } from '../../../../deps.ts'
import { prepareMail, queueMails } from '../../../../mail/outbox.ts'
import { findSeller } from '../../taxes/index.ts'
import { attachedPdf } from '../documents/mail.ts'
import { renderProForma } from '../documents/service.ts'
import { type Buyer, reminderMail, transferMail, withInvoiceCopy } from '../mails.ts'
import { markAwaitingPayment, type OrderRow } from '../queries.ts'
import { claimReminders, listToRemind } from './queries.ts'

/** Sends the buyer the payment instructions of a transfer. Sent once, even if requested several times. */
export async function sendInstructions(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, email, full_name }: Buyer,
  order: OrderRow,
) {
  const seller = await findSeller(db)
  const pro_forma = await renderProForma(db, order)
  const mail = {
    ...transferMail(order, { id, email, full_name }, seller?.facts, config.publicUrl),
    ...(pro_forma && { attachments: [attachedPdf(pro_forma)] }),
  }
  const mails = await Promise.all(withInvoiceCopy(order, mail).map(prepareMail))
  await db.transaction(async (tx) => {
    await markAwaitingPayment(tx, order.id, null)
    await queueMails(tx, mails)
  })
  const state = order.state === 'draft' ? ('awaiting_payment' as const) : order.state
  return { order_id: order.id, state, checkout_url: null }
}

/** Maximum number of reminders per run. The next run handles the rest. */
const BATCH = 100

export const hasReminders = async (db: Deps['db']): Promise<boolean> => (await listToRemind(db, 1)).length > 0

/**
 * Reminds buyers of a transfer three days before the due date, on the day, and a week after it. Reminders missed during downtime are
 * skipped: only the latest one is sent.
 */
export async function sendReminders({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const due = await listToRemind(db, BATCH)
  if (due.length === 0) return
  const seller = await findSeller(db)
  const mailOf = (order: OrderRow, stage: 1 | 2 | 3, received: number, buyer: Buyer) =>
    reminderMail({ ...buyer, order, missing: order.total_amount - received }, stage, seller?.facts, config.publicUrl)
  const prepared = await Promise.all(
    due.map(async ({ order, stage, received, ...buyer }) => ({
      id: order.id,
      mails: await Promise.all(withInvoiceCopy(order, mailOf(order, stage, received, buyer)).map(prepareMail)),
    })),
  )
  await db.transaction(async (tx) => {
    const claimed = await claimReminders(
      tx,
      prepared.map(({ id }) => id),
    )
    await queueMails(
      tx,
      prepared.flatMap(({ id, mails }) => (claimed.has(id) ? mails : [])),
    )
  })
}
