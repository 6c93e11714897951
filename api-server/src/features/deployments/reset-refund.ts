import type { Db } from '../../db/open.ts'
import { returnReset } from '../labs/access-queries.ts'
import type { DeploymentRow } from './queries.ts'

/** What failed on our side costs no reset (DOMAIN §5). */
export async function refundReset(tx: Db, { cost_reset, user_id, lab_id }: DeploymentRow): Promise<void> {
  if (cost_reset && lab_id) await returnReset(tx, user_id, lab_id)
}
