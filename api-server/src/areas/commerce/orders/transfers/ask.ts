import type { Deps } from '../../../../deps.ts'
import { prepareMail, queueMails } from '../../../../mail/outbox.ts'
import { findSeller } from '../../taxes/index.ts'
import { attachedPdf } from '../documents/mail.ts'
import { renderProForma } from '../documents/service.ts'
import { type Buyer, transferMail, withInvoiceCopy } from '../mails.ts'
import { markAwaitingPayment, type OrderRow } from '../queries.ts'

/** Sends the buyer the payment instructions of a transfer. Sent once, even if requested several times. */
export async function askForTransfer(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, email, full_name }: Buyer,
  order: OrderRow,
) {
  const seller = await findSeller(db)
  const pro_forma = await renderProForma(db, order)
  const asked = {
    ...transferMail(order, { id, email, full_name }, seller?.facts, config.publicUrl),
    ...(pro_forma && {
      attachments: [attachedPdf(pro_forma)],
    }),
  }
  const mails = await Promise.all(withInvoiceCopy(order, asked).map(prepareMail))
  await db.transaction(async (tx) => {
    await markAwaitingPayment(tx, order.id, null)
    await queueMails(tx, mails)
  })
  const state = order.state === 'draft' ? ('awaiting_payment' as const) : order.state
  return { order_id: order.id, state, checkout_url: null }
}
