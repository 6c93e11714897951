import { eq } from 'drizzle-orm'
import { orders } from '../../db/schema/index.ts'
import type { HeldContent } from '../../extension-points/held-content.ts'

/** The order that an entitlement was bought by: it stays with who paid. */
export const orderHoldings: HeldContent = {
  async list(db, { order_id }) {
    if (!order_id) return []
    const rows = await db
      .select({ number: orders.number, state: orders.state })
      .from(orders)
      .where(eq(orders.id, order_id))
    return rows.map(({ number, state }) => ({
      what: `Order ${number}, ${state.replaceAll('_', ' ')}`,
      is: 'record',
      key: `order:${number}:${state}`,
    }))
  },
}
