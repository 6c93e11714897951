import type { Money } from '@flagyard/api-types'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'

export interface OrderOfVouchers {
  number: string
  buyer: string | null
  price: Money
}

/** Port to orders, a feature above this one; bound in the registry. */
export interface OrderNumbers {
  /** Order numbers, with the buyer where that account still is and the price of one seat, by order id. */
  find(db: Db, orderIds: string[]): Promise<Map<string, OrderOfVouchers>>
  /** A condition: the column holds the id of the order with this number. */
  isNumber(orderId: SQL, number: string): SQL
}
