import type { Money } from '@flagyard/api-types'
import type { Db } from '../../db/open.ts'

/** Port to orders, a feature above this one; bound in the registry. */
export interface OrderNumbers {
  /** Order numbers, with the price of one seat, by order id. */
  find(db: Db, orderIds: string[]): Promise<Map<string, { number: string; price: Money }>>
}
