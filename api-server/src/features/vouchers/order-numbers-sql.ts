import type { Money } from '@flagyard/api-types'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { OrderVisibility } from '../../db/schema/index.ts'

export interface OrderOfVouchers {
  number: string
  buyer: string | null
  price: Money
  /** The company that paid, else the buyer’s name. */
  payer: string
  /** What the buyer sees of those who use its seats. */
  visibility: OrderVisibility
  /** Words of the buyer to the recipients. */
  gift_message: string | null
}

/** Port to orders, a feature above this one; bound in the registry. */
export interface OrderNumbers {
  /** Order numbers, with what else of them concerns their vouchers, by order id. */
  find(db: Db, orderIds: string[]): Promise<Map<string, OrderOfVouchers>>
  /** A condition: the column holds the id of the order with this number. */
  isNumber(orderId: SQL, number: string): SQL
}
