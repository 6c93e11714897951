import type { Db } from '../../db/open.ts'
import type { ContentLimits } from './count-contents.ts'
import type { DeploymentRow } from './queries.ts'
import { findRunLab } from './snapshot-queries.ts'

/** The environment of an exam may hold as much as a lab that says nothing else. */
export const EXAM_MAX_RESOURCES = 50

/** As they stood when the run began. An exam has no limit of cost: it is never ended for it. */
export async function limitsOf(db: Db, deployment: DeploymentRow): Promise<ContentLimits> {
  if (!deployment.lab_id) return { max_resources: EXAM_MAX_RESOURCES, max_hourly_cost: null }
  const { max_resources, max_hourly_cost } = await findRunLab(db, deployment)
  return { max_resources, max_hourly_cost }
}
