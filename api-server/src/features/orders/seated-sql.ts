import { sql } from 'drizzle-orm'
import { orders } from '../../db/schema/index.ts'

/** An order with seats to pass on, as `hasSeats` says it: it was paid, and is not a single one for its buyer. */
export const isSeated = sql<boolean>`(${orders.fulfilled_at} is not null and not (${orders.quantity} = 1 and not ${orders.gift}))`
