import { type Api, handle } from '../../../http/calls/handle.ts'
import { listProofs } from './proof.ts'
import { readCanary, readExamCanary, startCanary, startExamCanary, updateCanary } from './service.ts'

export function canaryAdminRoutes(api: Api) {
  handle(api, 'getLabCanary', ({ deps, user, params }) => readCanary(deps, user, params.slug))
  handle(api, 'updateLabCanary', ({ deps, auditActor, params, body }) =>
    updateCanary(deps, auditActor, params.slug, body),
  )
  handle(api, 'startCanary', ({ deps, auditActor, params }) => startCanary(deps, auditActor, params.slug))
  handle(api, 'getExamCanary', ({ deps, user, params }) => readExamCanary(deps, user, params.slug))
  handle(api, 'startExamCanary', ({ deps, auditActor, params }) => startExamCanary(deps, auditActor, params.slug))
  handle(api, 'listCloudProofs', ({ deps }) => listProofs(deps.db))
}
