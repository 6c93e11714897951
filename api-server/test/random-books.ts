import { randomUUID } from 'node:crypto'
import type { Db } from '../src/db/open.ts'
import { orders, refunds, type TaxLine } from '../src/db/schema/index.ts'

export type SoldOrder = typeof orders.$inferSelect

export interface Sale {
  user_id: string
  paid_at: Date
  total: number
  /** How many thousandths of the total each rate has; the last has the rest. None: no seller was known. */
  rates?: (Pick<TaxLine, 'country' | 'rate' | 'rule'> & { share: number })[]
  provider?: SoldOrder['provider']
  currency?: string
}

let made = 0

/** An order as it is once it was paid. */
export function orderOf({ user_id, paid_at, total, rates = [], provider = 'stripe', currency = 'EUR' }: Sale) {
  let rest = total
  const tax_lines = rates.map(({ share, ...rule }, at) => {
    const gross = at === rates.length - 1 ? rest : Math.floor((total * share) / 1000)
    rest -= gross
    const net = Math.round(gross / (1 + rule.rate / 10_000))
    return { ...rule, net, tax: gross - net }
  })
  made += 1
  return {
    ...{ number: `B-${made}`, user_id, state: 'fulfilled' as const, kind: 'course' as const, target_id: randomUUID() },
    ...{ slug: 'aws', title: 'AWS', quantity: 1, unit_amount: total, total_amount: total, provider, currency },
    ...{ tax_lines, tax_amount: tax_lines.reduce((sum, { tax }) => sum + tax, 0) },
    ...{ created_at: paid_at, paid_at, fulfilled_at: paid_at },
  }
}

export const sell = (db: Db, ...sales: Sale[]): Promise<SoldOrder[]> =>
  db.insert(orders).values(sales.map(orderOf)).returning()

export async function payBack(
  db: Db,
  order: Pick<SoldOrder, 'id'>,
  {
    amount,
    tax = 0,
    at,
    state = 'done',
  }: { amount: number; tax?: number; at: Date; state?: 'asked' | 'done' | 'failed' },
) {
  const [row] = await db
    .insert(refunds)
    .values({ order_id: order.id, amount, tax_amount: tax, reason: 'A test', state, created_at: at })
    .returning()
  return row!
}
