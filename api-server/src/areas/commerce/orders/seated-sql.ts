import { sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/index.ts'

/** SQL version of `hasSeats`: a paid order that is not a single seat for its buyer. */
export const isSeated = sql<boolean>`(${orders.fulfilled_at} is not null and not (${orders.quantity} = 1 and not ${orders.gift}))`
