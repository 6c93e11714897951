import type { Output } from '@flagyard/api-types/contract/operation'
import { brand } from '../../../../brand.ts'
import type { Db } from '../../../../db/open.ts'
import { isUuid } from '../../../../db/sql.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findSeller } from '../../taxes/index.ts'
import { findOrderOf, type OrderRow } from '../queries.ts'
import { linesOf, numberOf } from './issue.ts'
import * as queries from './queries.ts'

export type OrderDocument = Output<'orderDocument'>

interface Asked {
  id: string
  document_id: string
}

/** Documents by order id, oldest first. */
export async function listOrderDocuments(db: Db, orderIds: string[]): Promise<Map<string, OrderDocument[]>> {
  const documents = Map.groupBy(await queries.listDocumentsOf(db, orderIds), ({ order_id }) => order_id)
  return new Map([...documents].map(([id, rows]) => [id, rows.map(present)]))
}

const present = (row: queries.DocumentRow): OrderDocument => ({
  id: row.id,
  number: numberOf(row),
  kind: row.kind,
  issued_at: row.issued_at.toISOString(),
  total: { amount: row.total_amount, currency: row.currency },
})

/** Downloads a document of the caller's own order. Throws `not_found` for orders of other accounts. */
export async function downloadOwnDocument({ db }: Pick<Deps, 'db'>, user: CurrentUser, asked: Asked) {
  if (!(await findOrderOf(db, user.id, asked.id))) throw notThere()
  return downloadDocument({ db }, asked)
}

const notThere = () => new ApiError('not_found', 'There is no such document.')

export async function downloadDocument({ db }: Pick<Deps, 'db'>, { id, document_id }: Asked) {
  const found = isUuid(id) && isUuid(document_id) ? await queries.findDocument(db, id, document_id) : undefined
  if (!found) throw notThere()
  const { renderDocument } = await import('./pdf.ts')
  const number = numberOf(found.document)
  return { file: await renderDocument(found), name: `${brand().name} ${number}`, number }
}

/** Whether the order has a pro forma: it awaits a transfer and has a seller. After payment, the invoice replaces it. */
export const hasProForma = ({ provider, state, tax_lines }: OrderRow) =>
  provider === 'invoice' && (state === 'draft' || state === 'awaiting_payment') && tax_lines.length > 0

/** Renders the pro forma of an order, or null if it has none. It is rendered each time and has no invoice number, because it is no invoice. */
export async function renderProForma(db: Db, order: OrderRow): Promise<{ file: Buffer; name: string } | null> {
  const seller = hasProForma(order) ? await findSeller(db) : undefined
  if (!seller) return null
  const buyer = { ...order.billing, name: await queries.findBuyerName(db, order.user_id) }
  const pdf = await import('./pdf.ts')
  const file = await pdf.renderProForma({
    order,
    seller: seller.facts,
    time_zone: seller.time_zone,
    buyer,
    lines: linesOf(order),
  })
  return { file, name: `${brand().name} pro forma ${order.number}` }
}

/** Pro forma of an order that the caller may see. Throws `not_found` if the order has none. */
export async function downloadProForma({ db }: Pick<Deps, 'db'>, order: OrderRow) {
  const made = await renderProForma(db, order)
  if (!made) throw new ApiError('not_found', 'This order has no pro forma: it is paid, or not paid by transfer.')
  return made
}
