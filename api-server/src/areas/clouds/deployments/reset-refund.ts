import type { Db } from '../../../db/open.ts'
import { returnReset } from '../../catalogue/labs/service.ts'
import type { DeploymentRow } from './queries.ts'

/** Returns the reset that a deployment used, after a failure on our side. */
export async function refundReset(tx: Db, { cost_reset, user_id, lab_id }: DeploymentRow): Promise<void> {
  if (cost_reset && lab_id) await returnReset(tx, user_id, lab_id)
}
