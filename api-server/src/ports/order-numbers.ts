import type { Money } from '@flagyard/api-types'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import type { OrderVisibility } from '../db/schema/index.ts'

export interface OrderOfVouchers {
  number: string
  buyer: string | null
  price: Money
  /** The company that paid, else the buyer’s name. */
  payer: string
  /** Data about the use of its seats that the buyer can see. */
  visibility: OrderVisibility
  /** Message from the buyer to the recipients. */
  gift_message: string | null
}

/** Port to orders, a feature above this one; bound in the registry. */
export interface OrderNumbers {
  /** Order numbers and other order facts that vouchers need, by order id. */
  find(db: Db, orderIds: string[]): Promise<Map<string, OrderOfVouchers>>
  /** Condition: the column contains the id of the order with this number. */
  isNumber(orderId: SQL, number: string): SQL
}
