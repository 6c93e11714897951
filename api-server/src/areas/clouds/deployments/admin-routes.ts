import { type Api, handle } from '../../../http/calls/handle.ts'
import { handleList } from '../../../http/calls/list.ts'
import { deploymentSource } from './list-queries.ts'
import { startOutage, stopOutage } from './pool/outages.ts'
import { readPool } from './pool/overview.ts'
import { readInventoryOf } from './present.ts'
import { listLabQueues } from './queue/positions.ts'
import { cancelGroup, changeGroup, listGroups, reserveForGroup } from './reservations/service.ts'
import { endDeployment, holdDeployment, retryDeployment } from './support/actions.ts'
import { allowedOnDeployment, readDeployment } from './support/read-deployment.ts'

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
  handle(api, 'getPool', ({ deps, user }) => readPool(deps.db, user))
  handle(api, 'startRegionOutage', ({ deps, auditActor, body }) => startOutage(deps, auditActor, body))
  handle(api, 'endRegionOutage', ({ deps, auditActor, params }) => stopOutage(deps, auditActor, params.id))
  handle(api, 'listGroupReservations', ({ deps, user }) => listGroups(deps, user))
  handle(api, 'createGroupReservation', ({ deps, auditActor, body }) => reserveForGroup(deps, auditActor, body))
  handle(api, 'updateGroupReservation', ({ deps, auditActor, params, body }) =>
    changeGroup(deps, auditActor, params.id, body),
  )
  handle(api, 'cancelGroupReservation', ({ deps, auditActor, params, body }) =>
    cancelGroup(deps, auditActor, params.id, body),
  )
  handle(api, 'getDeploymentInventory', ({ deps, params }) => readInventoryOf(deps.db, params.id))
}
