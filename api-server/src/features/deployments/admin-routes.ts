import { type Api, handle } from '../../http/handle.ts'
import { handleList } from '../../http/list.ts'
import { allowedOnDeployment } from './desk/allowed.ts'
import { endDeployment } from './desk/end.ts'
import { holdDeployment } from './desk/hold.ts'
import { listLabQueues } from './desk/queue-standings.ts'
import { readDeployment } from './desk/record.ts'
import { retryDeployment } from './desk/retry.ts'
import { deploymentSource } from './list-queries.ts'
import { readInventoryOf } from './present-contents.ts'

export function deploymentAdminRoutes(api: Api) {
  handleList(api, 'listDeployments', { source: deploymentSource, allowed: allowedOnDeployment })
  handle(api, 'listLabQueues', ({ deps }) => listLabQueues(deps.db))
  handle(api, 'getDeploymentForAdmin', ({ deps, user, params }) => readDeployment(deps, user, params.id))
  handle(api, 'endDeployment', ({ deps, auditActor, params, body }) => endDeployment(deps, auditActor, params.id, body))
  handle(api, 'retryDeployment', ({ deps, auditActor, params, body }) =>
    retryDeployment(deps, auditActor, params.id, body),
  )
  handle(api, 'holdDeployment', ({ deps, auditActor, params, body }) =>
    holdDeployment(deps, auditActor, params.id, body),
  )
  handle(api, 'getDeploymentInventory', ({ deps, params }) => readInventoryOf(deps.db, params.id))
}
