import type { Db } from '../../../db/open.ts'
import type { ContentLimits } from './count-contents.ts'
import type { DeploymentRow } from './queries.ts'
import { findRunLab } from './snapshot-queries.ts'

/** Maximum number of resources in an exam environment; the same as the default of a lab. */
export const EXAM_MAX_RESOURCES = 50

/** Limits from the snapshot of the run. Exams have no cost limit: they are never ended because of cost. */
export async function limitsOf(db: Db, deployment: DeploymentRow): Promise<ContentLimits> {
  if (!deployment.lab_id) return { max_resources: EXAM_MAX_RESOURCES, max_hourly_cost: null }
  const { max_resources, max_hourly_cost } = await findRunLab(db, deployment)
  return { max_resources, max_hourly_cost }
}
