import type { Db } from '../../db/open.ts'

/** Port to orders, a feature above this one; bound in the registry. */
export interface OrderNumbers {
  /** Order numbers by order id. */
  find(db: Db, orderIds: string[]): Promise<Map<string, string>>
}
