import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import { findSeller } from '../../taxes/service.ts'
import type { OrderRow } from '../queries.ts'
import { linesOf } from './issue.ts'
import { findBuyerName } from './queries.ts'

/** Whether the order has a pro forma: it awaits a transfer and has a seller. After payment, the invoice replaces it. */
export const hasProForma = ({ provider, state, tax_lines }: OrderRow) =>
  provider === 'invoice' && (state === 'draft' || state === 'awaiting_payment') && tax_lines.length > 0

/**
 * Renders the pro forma of an order, or null if it has none. It is not an invoice, so it is rendered from the order each time and
 * has only the order's number.
 */
export async function renderProForma(db: Db, order: OrderRow): Promise<{ file: Buffer; name: string } | null> {
  const seller = hasProForma(order) ? await findSeller(db) : undefined
  if (!seller) return null
  const buyer = { ...order.billing, name: await findBuyerName(db, order.user_id) }
  const pdf = await import('./pdf.ts')
  const file = await pdf.renderProForma({
    order,
    seller: seller.facts,
    time_zone: seller.time_zone,
    buyer,
    lines: linesOf(order),
  })
  return { file, name: `Flagyard pro forma ${order.number}` }
}

/** Pro forma of an order that the caller may see. Throws `not_found` if the order has none. */
export async function downloadProForma({ db }: Pick<Deps, 'db'>, order: OrderRow) {
  const made = await renderProForma(db, order)
  if (!made)
    throw new ApiError('not_found', 'There is no pro forma of this order: it is paid, or nothing is to be transferred.')
  return made
}
