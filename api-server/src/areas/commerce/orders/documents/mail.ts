import { isolate } from '@flagyard/api-types/contract/isolate'
import { formatExact } from '@flagyard/api-types/contract/money'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { type OutgoingMail, prepareMail, queueMails } from '../../../../mail/outbox.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import { type DocumentRow, listDocumentsOf } from './queries.ts'
import { downloadDocument } from './service.ts'

type Order = Pick<OrderRow, 'id' | 'number' | 'title' | 'billing'>

/** Mails the documents of an order to its organisation's invoice address. Safe to retry: each mail has a dedupe key, so it is sent once. */
export async function mailDocuments({ db }: Pick<Deps, 'db'>, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order?.billing?.invoice_email) return
  const mails: OutgoingMail[] = []
  for (const document of await listDocumentsOf(db, [orderId])) mails.push(...(await documentMails(db, order, document)))
  await queueMails(db, await Promise.all(mails.map(prepareMail)))
}

/** Mail with a document as PDF to the organisation's invoice address. Empty if the order has no such address. */
export async function documentMails(db: Db, order: Order, document: DocumentRow): Promise<OutgoingMail[]> {
  const to = order.billing?.invoice_email
  if (!to) return []
  const made = await downloadDocument({ db }, { id: order.id, document_id: document.id })
  return [
    {
      kind: 'order_document',
      to,
      about: `order:${order.id}`,
      dedupeKey: `document:${document.id}`,
      content: contentOf(order, document, made.number),
      attachments: [attachedPdf(made)],
    },
  ]
}

function contentOf(order: Order, { kind, total_amount, currency, buyer }: DocumentRow, number: string) {
  const isInvoice = kind === 'invoice'
  const name = `${isInvoice ? 'Invoice' : 'Credit note'} ${number}`
  const amount = formatExact({ amount: total_amount, currency })
  const customer = isolate(buyer.company ?? buyer.name)
  return {
    subject: `${name} for order ${order.number}`,
    preview: isInvoice ? `${amount}, paid.` : `${amount} goes back.`,
    heading: name,
    paragraphs: [
      'Hello,',
      `Attached is ${isInvoice ? 'the invoice' : 'the credit note'} for ${customer} and its order ${order.number}: ${order.title}, ${amount}.${buyer.reference ? ` Your reference is ${buyer.reference}.` : ''}`,
      isInvoice ? 'It is paid. Nothing is left to pay.' : 'This amount goes back the way it was paid.',
    ],
    footer: `You are receiving this e-mail because ${customer} has its invoices sent to this address.`,
  }
}

export const attachedPdf = ({ file, name }: { file: Buffer; name: string }) => ({
  filename: `${name}.pdf`,
  content_type: 'application/pdf',
  content_base64: file.toString('base64'),
})
