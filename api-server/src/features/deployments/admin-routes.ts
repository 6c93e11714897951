import { cloud, deploymentState } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import type { Api } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { deploymentSorts, deploymentSource } from './list-queries.ts'

export function deploymentAdminRoutes(api: Api) {
  handleList(api, 'listDeployments', { spec: deploymentList, source: deploymentSource })
}

const word = z.string().min(1).max(64).optional()
const deploymentList = {
  filters: z.strictObject({
    state: z.union([deploymentState, z.array(deploymentState).max(6)]).optional(),
    cloud: cloud.optional(),
    username: word,
    lab: word,
    account_id: word,
  }),
  sorts: deploymentSorts,
  defaultSort: { by: 'created_at', descending: true },
} as const
