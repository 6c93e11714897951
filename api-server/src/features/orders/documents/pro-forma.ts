import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import { findSeller } from '../../taxes/service.ts'
import type { OrderRow } from '../queries.ts'
import { linesOf } from './issue.ts'
import { findBuyerName } from './queries.ts'

/** There is something to transfer, and a seller to whom. Once it is paid, the invoice takes its place. */
export const hasProForma = ({ provider, state, tax_lines }: OrderRow) =>
  provider === 'invoice' && (state === 'draft' || state === 'awaiting_payment') && tax_lines.length > 0

/**
 * What a company pays by: made anew each time from the order, and numbered by nothing but it, because it is no invoice. Null where there is
 * none.
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

/** Of an order that the caller may see. */
export async function downloadProForma({ db }: Pick<Deps, 'db'>, order: OrderRow) {
  const made = await renderProForma(db, order)
  if (!made)
    throw new ApiError('not_found', 'There is no pro forma of this order: it is paid, or nothing is to be transferred.')
  return made
}
