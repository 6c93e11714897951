import { paths } from '@flagyard/api-types/links'
import type { Db } from '../../../db/open.ts'
import { listContentPaths } from '../vouchers/service.ts'
import type { OrderRow } from './queries.ts'

type Ordered = Pick<OrderRow, 'id' | 'kind' | 'slug' | 'target_id'>

/** Paths of the buyers' content, by order id. A bundle opens several courses, so it leads to the dashboard. */
export async function findContentPaths(db: Db, orders: Ordered[]): Promise<Map<string, string>> {
  const single = orders.flatMap(({ id, kind, slug, target_id }) =>
    kind === 'bundle' ? [] : [{ id, kind, slug, lab_id: kind === 'lab' ? target_id : null }],
  )
  const found = await listContentPaths(db, single)
  const pathOf = new Map(single.map(({ id }, index) => [id, found[index]]))
  return new Map(orders.map(({ id }) => [id, pathOf.get(id) ?? paths.dashboard]))
}

export async function findContentPath(db: Db, order: Ordered): Promise<string> {
  return (await findContentPaths(db, [order])).get(order.id) ?? paths.dashboard
}
