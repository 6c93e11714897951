import { cloud, deploymentState } from '@flagyard/api-types/schemas'
import { z } from 'zod'
import { type Api, handle } from '../../http/handle.ts'
import { readList } from '../../http/list-query.ts'
import { deploymentSorts, listDeployments } from './list-queries.ts'

export function deploymentAdminRoutes(api: Api) {
  handle(api, 'listDeployments', ({ deps, query }) => listDeployments(deps.db, readList(query, deploymentList)))
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
