import { consolePaths } from '@flagyard/api-types/links'
import { asc, eq } from 'drizzle-orm'
import { orders } from '../../db/schema/index.ts'
import type { AlarmRule } from '../../extension-points/alarm-rule.ts'

/** More than these at once are told on the list alone. */
const MOST = 100

/** A bank asks for the money back, and waits for an answer until a day. */
const disputed: AlarmRule = {
  kind: 'dispute',
  level: 'warning',
  async find(tx) {
    const rows = await tx
      .select({ id: orders.id, number: orders.number })
      .from(orders)
      .where(eq(orders.state, 'disputed'))
      .orderBy(asc(orders.number))
      .limit(MOST)
    return rows.map(({ id, number }) => ({
      subject: number,
      count: 1,
      sentence: `The order ${number} is disputed`,
      links: [{ label: `Order ${number}`, to: consolePaths.order(id) }],
    }))
  },
}

export const orderAlarms: readonly AlarmRule[] = [disputed]
