import type { Tx } from '../../../../db/open.ts'
import type { Billing, DocumentLine, SellerFacts, TaxLine } from '../../../../db/schema/index.ts'
import { findSeller } from '../../taxes/index.ts'
import { shareByWeight } from '../pricing/pricing.ts'
import type { OrderRow } from '../queries.ts'
import * as queries from './queries.ts'

/**
 * Issues the invoice of a paid, locked order in the caller's transaction. Idempotent. Must run after all other locks. Returns null
 * for an order without tax lines: it was free, or no seller was configured when it was placed.
 */
export async function issueInvoice(tx: Tx, order: OrderRow): Promise<queries.DocumentRow | null> {
  const known = await queries.findInvoice(tx, order.id)
  if (known) return known
  const seller = order.tax_lines.length > 0 ? await findSeller(tx) : undefined
  if (!seller) return null
  return queries.insertDocument(tx, invoiceOf(order, seller, await queries.findBuyerName(tx, order.user_id)))
}

type InvoicedOrder = Pick<OrderRow, 'id' | 'billing' | 'tax_lines' | 'tax_amount' | 'currency'> & SoldOrder
/** The seller, and the day of the document in the seller's time zone. */
type Issuer = { facts: SellerFacts; day: string }

/** The invoice of a paid order, before it has a number. */
export function invoiceOf(order: InvoicedOrder, seller: Issuer, buyer: string) {
  return {
    series: `INV-${seller.day.slice(0, 4)}`,
    kind: 'invoice',
    order_id: order.id,
    seller: seller.facts,
    buyer: { ...printed(order.billing), name: buyer },
    lines: linesOf(order),
    tax_lines: order.tax_lines,
    total_amount: order.total_amount,
    tax_amount: order.tax_amount,
    currency: order.currency,
    issued_on: seller.day,
  } satisfies queries.NewDocument
}

/** Removes the invoice e-mail address, which is not printed. */
function printed(billing: Billing | null): Billing {
  const { invoice_email: _, ...facts } = billing ?? {}
  return facts
}

interface Credit {
  refundId: string
  /** Amount paid back to the buyer, including `tax`. */
  amount: number
  tax: number
  lines: DocumentLine[]
}

/**
 * Issues the credit note of a refund in the caller's transaction, which has locked the order. Idempotent. Must run after all other
 * locks. Returns null if the order has no invoice.
 */
export async function issueCreditNote(
  tx: Tx,
  order: OrderRow,
  { refundId, amount, tax, lines }: Credit,
): Promise<queries.DocumentRow | null> {
  const documents = await queries.listDocumentsOf(tx, [order.id])
  const known = documents.find(({ refund_id }) => refund_id === refundId)
  if (known) return known
  const invoice = documents.find(({ kind }) => kind === 'invoice')
  if (!invoice || amount === 0) return null
  const notes = documents.filter(({ kind }) => kind === 'credit_note')
  const left = invoice.total_amount - sumOf(notes.map(({ total_amount }) => total_amount))
  const taxLeft = invoice.tax_amount - sumOf(notes.map(({ tax_amount }) => tax_amount))
  if (amount < 0 || tax < 0 || tax > amount || amount > left || tax > taxLeft || amount - tax > left - taxLeft)
    throw new Error('A credit note must not exceed what is left of its invoice')
  if (sumOf(lines.map((line) => line.amount)) !== amount)
    throw new Error('The lines of a credit note have to add up to it')
  const seller = await findSeller(tx)
  if (!seller) throw new Error('There is an invoice but no seller')
  return queries.insertDocument(tx, creditNoteOf(invoice, seller, { refundId, amount, tax, lines }))
}

type CreditedInvoice = Pick<queries.DocumentRow, 'id' | 'order_id' | 'buyer' | 'tax_lines' | 'currency'>

/** The credit note of a refund, before it has a number. */
export function creditNoteOf(
  invoice: CreditedInvoice,
  seller: Issuer,
  { refundId, amount, tax, lines }: Credit,
): queries.NewDocument {
  return {
    series: `CN-${seller.day.slice(0, 4)}`,
    kind: 'credit_note',
    order_id: invoice.order_id,
    corrects: invoice.id,
    refund_id: refundId,
    seller: seller.facts,
    buyer: invoice.buyer,
    lines,
    tax_lines: partOf(invoice.tax_lines, amount - tax, tax),
    total_amount: amount,
    tax_amount: tax,
    currency: invoice.currency,
    issued_on: seller.day,
  }
}

export const creditWhole = (tx: Tx, order: OrderRow, refundId: string) =>
  issueCreditNote(tx, order, {
    refundId,
    amount: order.total_amount,
    tax: order.tax_amount,
    lines: linesOf(order),
  })

/** Document number as printed, e.g. `INV-2026-000042`. */
export const numberOf = ({ series, number }: Pick<queries.DocumentRow, 'series' | 'number'>) =>
  `${series}-${String(number).padStart(6, '0')}`

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

type SoldOrder = Pick<OrderRow, 'kind' | 'title' | 'lines' | 'quantity' | 'total_amount'>

/** Lines of the order with the amounts charged for them, in minor units, which add up to its total. */
export function linesOf({ kind, title, lines, quantity, total_amount }: SoldOrder): DocumentLine[] {
  const sold = lines
    .map((line) => ({
      title: kind === 'bundle' ? `${title}: ${line.title}` : line.title,
      seats: quantity - line.first_seat,
      price: line.amount,
    }))
    .filter(({ seats }) => seats > 0)
  const shares = shareByWeight(
    total_amount,
    sold.map(({ seats, price }) => seats * price),
  )
  return sold.map(({ title, seats }, index) => ({ title, seats, amount: shares[index] ?? 0 }))
}

function partOf(lines: TaxLine[], net: number, tax: number): TaxLine[] {
  const nets = shareByWeight(
    net,
    lines.map((line) => line.net),
  )
  const taxes = shareByWeight(
    tax,
    lines.map((line) => line.tax),
  )
  return lines.map((line, index) => ({ ...line, net: nets[index] ?? 0, tax: taxes[index] ?? 0 }))
}
