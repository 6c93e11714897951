import { paths } from '@flagyard/api-types/links'
import type { Db } from '../../db/open.ts'
import { contentPath } from '../vouchers/service.ts'
import type { OrderRow } from './queries.ts'

/** Where what was ordered opens for its buyer. A bundle opens several courses, so it leads to the dashboard. */
export async function contentPathOf(db: Db, { kind, slug, target_id }: OrderRow): Promise<string> {
  return kind === 'bundle' ? paths.dashboard : contentPath(db, kind, slug, kind === 'lab' ? target_id : null)
}
