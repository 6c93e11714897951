import type { Db } from '../../db/open.ts'

/** What vouchers ask of orders, which stand above them: the registry binds it. */
export interface OrderNumbers {
  /** The numbers of these orders, by their ids. */
  find(db: Db, orderIds: string[]): Promise<Map<string, string>>
}
